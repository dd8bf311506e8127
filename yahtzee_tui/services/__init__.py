"""The services that full-screen, plain text and the command line share.

They load value tables, advise, play for computers, review games and follow online tables. They use
no Textual and print nothing.
"""
