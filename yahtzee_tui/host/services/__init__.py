"""What shared play does, whatever front end shows it: visits, matches, waiting rooms."""
