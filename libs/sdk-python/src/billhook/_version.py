from importlib.metadata import PackageNotFoundError, version

try:
    VERSION = version("billhook")
except PackageNotFoundError:
    VERSION = "0"

USER_AGENT = f"billhook-python/{VERSION}"
