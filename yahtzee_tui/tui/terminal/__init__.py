"""What lies between the screens and the terminal: drivers, filters of lines, and signals."""
