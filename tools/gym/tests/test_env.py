"""Run with: HOPYARD=path/to/hopyard HOPYARD_TRACE=trace.swf python -m pytest tools/gym

Run as a program, it prints how many decisions a second 64 environments take.
"""

import os
import time

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from hopyard_gym import HopyardEnv, HopyardVectorEnv

TRACE = os.environ["HOPYARD_TRACE"]


def first(mask):
    """The action of the first job that fits, or to wait."""
    return mask.argmax(-1)


def test_check_env():
    check_env(HopyardEnv(TRACE, window=16, jobs=40), skip_render_check=True)


def test_same_seed_same_episode():
    env = HopyardEnv(TRACE, window=16, jobs=40)
    runs = []
    for _ in range(2):
        observation, _ = env.reset(seed=7)
        rewards, done, info = [], False, {}
        while not done:
            observation, reward, done, _, info = env.step(first(observation["mask"]))
            rewards.append(reward)
        runs.append((rewards, info))
    assert runs[0] == runs[1]
    assert info["slowdown"] >= 1 and info["wait"] >= 0
    env.close()


def test_vector_env_is_single_envs():
    together = HopyardVectorEnv(TRACE, 3, window=8, jobs=20)
    observations, _ = together.reset(seed=[1, 2, 3])
    alone = [HopyardEnv(TRACE, window=8, jobs=20) for _ in range(3)]
    for i, env in enumerate(alone):
        env._simulator.seed([np.random.default_rng(i + 1).integers(2**63)])
        env._seeded = True
    over = np.zeros(3, bool)
    for _ in range(100):
        actions = first(observations["mask"])
        observations, rewards, done, cut, _ = together.step(actions)
        assert not cut.any()
        for i, env in enumerate(alone):
            if over[i]:
                observation, _ = env.reset()
                reward = env._simulator.reward[0]
            else:
                observation, reward, ended, _, _ = env.step(actions[i])
                assert ended == done[i]
            assert reward == rewards[i]
            for k, v in observation.items():
                assert (v == observations[k][i]).all()
        over = done
    together.close()
    for env in alone:
        env.close()


def test_errors_say_what_is_wrong():
    with pytest.raises(RuntimeError, match="--jobs 1000000"):
        HopyardEnv(TRACE, jobs=1000000)
    with pytest.raises(RuntimeError, match="no such file"):
        HopyardEnv("nothing.swf")
    env = HopyardEnv(TRACE, window=8, jobs=20)
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(0)
    env.close()
    with pytest.raises(RuntimeError, match="closed"):
        env.reset(seed=1)


def decisions_per_second(envs=64, steps=400):
    env = HopyardVectorEnv(TRACE, envs, window=128, jobs=1000, copy=False)
    observations, _ = env.reset(seed=1)
    began = time.perf_counter()
    for _ in range(steps):
        observations, *_ = env.step(first(observations["mask"]))
    env.close()
    return envs * steps / (time.perf_counter() - began)


if __name__ == "__main__":
    print(f"{decisions_per_second():,.0f} decisions a second")
