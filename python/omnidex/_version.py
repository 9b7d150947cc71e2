"""The version of the package: that of the server it came with."""

VERSION = "0.1.0"
