"""What happens without anybody asking: bots move, absent seats play their defaults, deadlines pass."""

from adapters.worker.luck import Luck
from adapters.worker.worker import Worker

__all__ = ["Luck", "Worker"]
