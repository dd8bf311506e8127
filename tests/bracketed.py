"""A language for tests: each sentence is the English one in brackets."""

from gettext import NullTranslations


class Bracketed(NullTranslations):
    def __init__(self, left: str = "<", right: str = ">") -> None:
        super().__init__()
        self.left, self.right = left, right

    def gettext(self, message: str) -> str:
        return f"{self.left}{message}{self.right}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return message if context == "decimal sign" else self.gettext(message)
