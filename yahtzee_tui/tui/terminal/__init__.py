"""Terminal output and input below the screens: drivers, line filters, signals."""
