"""Trains a small scheduler, and compares it with simple ones on episodes that it has not seen.

    python tools/gym/train.py TRACE.swf

The scheduler gives each waiting job that fits a score, from its features and those of the
machine, and starts the job with the highest one; waiting has a score too. An evolution
strategy with mirrored samples looks for better weights. It needs numpy and a few minutes.
"""

import argparse

import numpy as np

from hopyard_gym import HopyardVectorEnv


def features(o):
    """What the scores are made of, for each job and, last, for waiting."""
    jobs, machine = o["jobs"], o["machine"]
    wait, walltime, size = jobs[..., 1], jobs[..., 2], jobs[..., 3]
    free = machine[:, None, 0] + 0 * wait
    some = np.stack([wait, walltime, size, wait * walltime, walltime * size, size * free, walltime * walltime, wait * wait], -1)
    n, w, f = some.shape
    out = np.zeros((n, w + 1, f + 3), np.float32)
    out[:, :w, :f] = some
    out[:, w, f], out[:, w, f + 1], out[:, w, f + 2] = 1, machine[:, 0], machine[:, 2]
    return out


SIZE = 11


def learned(weights):
    """A scheduler for each environment, or one for all."""
    w = np.broadcast_to(weights, (1, SIZE)) if weights.ndim == 1 else weights
    return lambda o: np.einsum("njf,nf->nj", features(o), np.broadcast_to(w, (len(o["mask"]), SIZE)))


def shortest_first(o):
    return np.concatenate([-o["jobs"][..., 2], np.full((len(o["mask"]), 1), -9, np.float32)], 1)


def smallest_first(o):
    return np.concatenate([-o["jobs"][..., 3], np.full((len(o["mask"]), 1), -9, np.float32)], 1)


def first_that_fits(o):
    n, w = o["mask"].shape
    return np.broadcast_to(-np.arange(w, dtype=np.float32), (n, w))


def play(env, score, seeds):
    """The mean bounded slowdown of the episode of each environment that its seed determines."""
    o, _ = env.reset(seed=list(seeds))
    result = np.full(env.num_envs, np.nan)
    while np.isnan(result).any():
        scores = np.where(o["mask"] > 0, score(o), -np.inf)
        o, _, done, _, info = env.step(scores.argmax(1))
        new = done & np.isnan(result)
        if new.any():
            result[new] = info["slowdown"][new]
    return result


def main():
    args = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    args.add_argument("trace")
    args.add_argument("--rounds", type=int, default=60)
    args.add_argument("--envs", type=int, default=64)
    args.add_argument("--jobs", type=int, default=256)
    args.add_argument("--seed", type=int, default=1)
    a = args.parse_args()
    env = HopyardVectorEnv(a.trace, a.envs, window=64, jobs=a.jobs, copy=False)
    rng, half = np.random.default_rng(a.seed), a.envs // 2
    weights = np.zeros(SIZE)
    weights[1] = -1  # shortest walltime first
    weights[8] = -9  # and never wait
    for round in range(a.rounds):
        noise = rng.normal(size=(half, SIZE)) * 0.3
        tried = np.concatenate([weights + noise, weights - noise])
        # Each pair of mirrored weights plays the same episode, so that only the weights differ.
        cost = np.log(play(env, learned(tried), [int(s) for s in rng.integers(1 << 40, size=half)] * 2))
        gain = cost[half:] - cost[:half]
        weights = weights + 0.3 * (gain[:, None] * noise).mean(0) / (gain.std() * 0.3 + 1e-9)
        if round % 10 == 9:
            print(f"round {round + 1}: {np.exp(cost.mean()):.2f}", flush=True)
    results = {}
    for name, score in [("learned", learned(weights)), ("shortest first", shortest_first), ("smallest first", smallest_first), ("first that fits", first_that_fits)]:
        results[name] = np.concatenate([play(env, score, range(k << 50, (k << 50) + a.envs)) for k in range(1, 5)])
    env.close()
    print("weights", np.round(weights, 2))
    for name, r in results.items():
        ratio = np.log(r / results["shortest first"])
        half_width = 1.96 * ratio.std(ddof=1) / np.sqrt(len(ratio))
        print(f"{name:16} mean bounded slowdown {r.mean():8.2f}, beside shortest first x {np.exp(ratio.mean()):.3f} ({np.exp(ratio.mean() - half_width):.3f} to {np.exp(ratio.mean() + half_width):.3f})")


if __name__ == "__main__":
    main()
