"""The environments: one, and many that step together."""

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from .simulator import BEGIN, Simulator


def _spaces(window, job_features, machine_features):
    observation = gym.spaces.Dict(
        {
            "jobs": gym.spaces.Box(0, 1, (window, job_features), np.float32),
            "machine": gym.spaces.Box(0, 1, (machine_features,), np.float32),
            "mask": gym.spaces.MultiBinary(window + 1),
        }
    )
    return observation, gym.spaces.Discrete(window + 1)


class HopyardEnv(gym.Env):
    """One environment. See README.md for observations, actions and rewards.

    trace: a trace (SWF, sacct) or a scenario. window: how many waiting jobs are shown.
    jobs: the length of an episode. options: further options of `hopyard gym`, such as
    ["--nodes", "128"]. program: the path of hopyard; by default $HOPYARD, or hopyard.
    """

    metadata = {"render_modes": []}

    def __init__(self, trace, window=128, jobs=256, options=(), program=None):
        self._simulator = Simulator(trace, 1, window, jobs, options, program)
        shape = self._simulator.shape
        self.observation_space, self.action_space = _spaces(window, len(shape["job_features"]), len(shape["machine_features"]))
        self._seeded = False

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        if seed is not None or not self._seeded:
            self._simulator.seed([self.np_random.integers(2**63)])
            self._seeded = True
        else:
            self._simulator.step([BEGIN])
        return self._observation(), {}

    def step(self, action):
        if not self._seeded:
            raise RuntimeError("call reset before step")
        self._simulator.step([action])
        x = self._simulator
        done = bool(x.done[0])
        info = {"slowdown": float(x.slowdown[0]), "wait": float(x.wait[0])} if done else {}
        return self._observation(), float(x.reward[0]), done, False, info

    def _observation(self):
        x = self._simulator
        return {"jobs": x.jobs[0].copy(), "machine": x.machine[0].copy(), "mask": x.mask[0].copy()}

    def close(self):
        self._simulator.close()


class HopyardVectorEnv(gym.vector.VectorEnv):
    """Many environments in one process, which step together.

    An environment whose episode is over begins the next one at the next step, which
    ignores its action (AutoresetMode.NEXT_STEP). With copy=False, observations are the
    arrays of the simulator, which the next step overwrites.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(self, trace, num_envs, window=128, jobs=256, options=(), program=None, copy=True):
        self._simulator = Simulator(trace, num_envs, window, jobs, options, program)
        shape = self._simulator.shape
        self.num_envs, self._copy, self._seeded = num_envs, copy, False
        self.single_observation_space, self.single_action_space = _spaces(window, len(shape["job_features"]), len(shape["machine_features"]))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed=None, options=None):
        if isinstance(seed, (list, tuple)):
            seeds = [np.random.default_rng(s).integers(2**63) for s in seed]
        else:
            super().reset(seed=seed)
            if seed is None and self._seeded:
                self._simulator.step(np.full(self.num_envs, BEGIN))
                return self._observation(), {}
            seeds = self.np_random.integers(2**63, size=self.num_envs)
        self._simulator.seed(seeds)
        self._seeded = True
        return self._observation(), {}

    def step(self, actions):
        if not self._seeded:
            raise RuntimeError("call reset before step")
        x = self._simulator
        x.step(np.where(x.done, BEGIN, actions))
        info = {}
        if x.done.any():
            info = {"slowdown": x.slowdown.copy(), "_slowdown": x.done.copy(), "wait": x.wait.copy(), "_wait": x.done.copy()}
        return self._observation(), x.reward.copy(), x.done.copy(), np.zeros(self.num_envs, bool), info

    def _observation(self):
        x = self._simulator
        all = {"jobs": x.jobs, "machine": x.machine, "mask": x.mask}
        return {k: v.copy() for k, v in all.items()} if self._copy else all

    def close_extras(self, **kwargs):
        self._simulator.close()
