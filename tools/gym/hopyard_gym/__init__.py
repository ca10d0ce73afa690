"""Job scheduling as an environment of Gymnasium. README.md describes the spaces."""

from .env import HopyardEnv, HopyardVectorEnv

__all__ = ["HopyardEnv", "HopyardVectorEnv"]
