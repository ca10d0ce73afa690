"""The simulator process, and the arrays that it sends."""

import json
import os
import subprocess

import numpy as np

BEGIN = -1  # the action that begins the next episode
NOTHING = -2  # the action that leaves an environment as it is


class Simulator:
    """A process of `hopyard gym`, with one or more environments.

    The arrays hold the last reply. They are overwritten by the next one.
    """

    def __init__(self, trace, envs, window, jobs, options=(), program=None):
        program = program or os.environ.get("HOPYARD", "hopyard")
        command = [program, "gym", str(trace), "--envs", str(envs), "--window", str(window), "--jobs", str(jobs), *options]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
        head = self._line()
        self.shape = json.loads(head) if head else self._fail()
        if self.shape["version"] != 1:
            raise RuntimeError(f"hopyard gym speaks version {self.shape['version']} of the protocol; this package knows 1: use matching versions")
        self._buffer = bytearray(self.shape["bytes"])
        self._view, self._at = memoryview(self._buffer), 0
        n, w = envs, window
        self.reward = self._array(np.float64, n)
        self.slowdown = self._array(np.float64, n)
        self.wait = self._array(np.float64, n)
        self.jobs = self._array(np.float32, n, w, len(self.shape["job_features"]))
        self.machine = self._array(np.float32, n, len(self.shape["machine_features"]))
        self.mask = self._array(np.int8, n, w + 1)
        self.done = self._array(np.bool_, n)

    def _array(self, kind, *shape):
        size = int(np.prod(shape)) * np.dtype(kind).itemsize
        out = np.frombuffer(self._buffer, kind, int(np.prod(shape)), self._at).reshape(shape)
        self._at += size
        return out

    def seed(self, seeds):
        """Begins an episode in each environment."""
        self._request(b"\x01" + np.asarray(seeds, "<u8").tobytes())

    def step(self, actions):
        """Passes on an action for each environment, BEGIN and NOTHING among them."""
        self._request(b"\x00" + np.asarray(actions, "<i4").tobytes())

    def _request(self, data):
        try:
            self._process.stdin.write(data)
            at = 0
            while at < len(self._buffer):
                n = self._process.stdout.readinto(self._view[at:])
                if not n:
                    self._fail()
                at += n
        except (BrokenPipeError, AttributeError):
            self._fail()

    def _line(self):
        line = b""
        while not line.endswith(b"\n"):
            byte = self._process.stdout.read(1)
            if not byte:
                return b""
            line += byte
        return line

    def _fail(self):
        if self._process is None:
            raise RuntimeError("the environment is closed")
        said = self._process.stderr.read().decode(errors="replace").strip()
        self.close()
        raise RuntimeError(said or "hopyard gym has ended")

    def close(self):
        """Ends the process."""
        if self._process is not None:
            process, self._process = self._process, None
            process.stdin.close()
            process.stdout.close()
            process.stderr.close()
            process.wait()
