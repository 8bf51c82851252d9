"""Trains one network on scenes rendered as it goes; no scene is seen twice.

    python3 train.py seg --seconds 250 --out build
    python3 train.py depth --steps 5000 --out build

On a GPU a whole step, from pictures to new weights, is one CUDA graph. `--seconds` measures how many steps fit and
prints their number; `--steps` with that number repeats the run, up to the order in which the GPU adds numbers up.
"""

from __future__ import annotations

import argparse
import collections
import copy
import json
import math
import time
from pathlib import Path

import torch
from torch import Tensor

from layers import Normalize
from renderer import Renderer
from tasks import TASKS, Task

WARM_UP = 300  #: steps over which the learning rate rises
MEASURED = (120, 240)  #: steps over which the speed is measured
EMA = 0.999  #: how much of the averaged weights a step keeps
SAVE_EVERY = 45.0  #: seconds


def learning_rate(peak: float, step: int, steps: int | None) -> float:
    """A linear rise, then half a cosine down to a hundredth of the peak."""
    done = step / steps if steps else 0.0
    return peak * min(1.0, (step + 1) / WARM_UP) * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * min(done, 1.0))))


class Trainer:
    def __init__(self, task: Task, options: argparse.Namespace):
        self.task, self.options = task, options
        self.device = torch.device(options.device)
        self.cuda = self.device.type == "cuda"
        torch.manual_seed(options.seed)
        self.normalize = Normalize().to(self.device)
        self.model = task.network().to(self.device).train()
        if options.resume:
            self.model.load_state_dict(torch.load(options.resume, map_location=self.device)["weights"])
        if self.cuda:
            self.model = self.model.to(memory_format=torch.channels_last)
        self.ema = copy.deepcopy(self.model).eval().requires_grad_(False)
        self.averaged = [t for t in self.ema.state_dict().values() if t.is_floating_point()]
        self.current = [t for t in self.model.state_dict().values() if t.is_floating_point()]
        self.loss = task.loss().to(self.device)
        self.renderer = Renderer(self.device, task.size, task.size)
        self.parameters = list(self.model.parameters())
        # Biases, norms and the queries themselves are not drawn towards zero.
        decayed = [p for n, p in self.model.named_parameters() if p.ndim > 1 and n not in ("content", "place")]
        free = [p for n, p in self.model.named_parameters() if p.ndim <= 1 or n in ("content", "place")]
        groups = [{"params": decayed, "weight_decay": 0.03}, {"params": free, "weight_decay": 0.0}]
        # On a GPU the rate is a tensor there, which a captured step reads anew each time.
        fast = {"lr": torch.zeros((), device=self.device), "fused": True, "capturable": True} if self.cuda else {}
        self.optimizer = torch.optim.AdamW(groups, betas=(0.9, 0.98), **fast)

    def data(self, step: int) -> dict[str, Tensor]:
        batch = self.renderer.batch(self.options.seed, step * self.options.batch, self.options.batch)
        return {"image": batch.image, **self.task.targets(batch)}

    def step(self, data: dict[str, Tensor]) -> Tensor:
        """One update of the weights. Returns the loss, the gradient's norm and the loss's parts."""
        self.optimizer.zero_grad(set_to_none=True)
        picture = self.normalize(data["image"])
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.cuda, cache_enabled=False):
            loss, parts = self.loss(self.model(picture), data)
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(self.parameters, 1.0, foreach=self.cuda)
        self.optimizer.step()
        return torch.cat([torch.stack([loss.detach(), norm.detach()]), parts])

    def capture(self) -> None:
        """Records a step as a CUDA graph that reads its data from `self.static`."""
        self.set_rate(0.0)
        self.static = {k: v.clone() for k, v in self.data(0).items()}
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                self.step(self.static)
        torch.cuda.current_stream().wait_stream(side)
        self.optimizer.zero_grad(set_to_none=True)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.parts = self.step(self.static)
        torch.cuda.synchronize()

    def set_rate(self, rate: float) -> None:
        for group in self.optimizer.param_groups:
            if self.cuda:
                group["lr"].fill_(rate)
            else:
                group["lr"] = rate

    def save(self, facts: dict) -> None:
        path = self.options.out / f"{self.task.name}.pt"
        partial = path.with_suffix(".partial")
        torch.save({"weights": {k: v.cpu() for k, v in self.ema.state_dict().items()}, "facts": facts}, partial)
        partial.replace(path)

    def run(self) -> dict:
        started = time.monotonic()

        def say(*text: object) -> None:
            print(f"[{time.monotonic() - started:6.1f} s] {self.task.name}", *text, flush=True)

        if self.cuda:
            self.capture()
            say("captured", torch.cuda.get_device_name(), f"{torch.cuda.max_memory_allocated() / 2**30:.1f} GiB")
        steps, step, measured = self.options.steps, 0, 0.0
        total: Tensor | float = 0.0
        last_said, last_saved = (0, time.monotonic()), time.monotonic()
        queued: collections.deque = collections.deque()
        facts = {"seed": self.options.seed, "batch": self.options.batch, "rate": self.options.rate}
        facts["device"] = torch.cuda.get_device_name() if self.cuda else "cpu"
        while steps is None or step < steps:
            if self.options.seconds and time.monotonic() - started > self.options.seconds * 1.02:
                say("out of time before the last step")
                break
            self.set_rate(learning_rate(self.options.rate, step, steps))
            data = self.data(step)
            if self.cuda:
                for name, tensor in data.items():
                    self.static[name].copy_(tensor)
                self.graph.replay()
                parts = self.parts
                queued.append(torch.cuda.Event())
                queued[-1].record()
                if len(queued) > 3:  # stay a few steps ahead of the GPU, not hundreds
                    queued.popleft().synchronize()
            else:
                parts = self.step(data)
            total = total + parts
            step += 1
            keep = min(EMA, step / (step + 9))
            torch._foreach_lerp_(self.averaged, self.current, 1 - keep)
            if steps is None and step in MEASURED:
                if self.cuda:
                    torch.cuda.synchronize()
                now = time.monotonic()
                if step == MEASURED[1]:
                    each = (now - measured) / (MEASURED[1] - MEASURED[0])
                    steps = step + max(1, int((self.options.seconds - (now - started)) / (each * 1.01)))
                    say(f"{each * 1e3:.1f} ms a step: {steps} steps fit")
                measured = now
            if step % self.options.say_every == 0:
                loss, norm, *rest = (total / self.options.say_every).tolist()
                rate = (step - last_said[0]) * self.options.batch / (time.monotonic() - last_said[1])
                last_said, total = (step, time.monotonic()), 0.0
                named = " ".join(f"{n} {v:.3f}" for n, v in zip(self.loss.PARTS, rest))
                say(f"step {step} of {steps}: {rate:.0f} pictures/s, loss {loss:.3f}, gradient {norm:.2f}, {named}")
                if not math.isfinite(loss):
                    raise FloatingPointError(f"the loss of {self.task.name} is {loss} at step {step}")
            if time.monotonic() - last_saved > SAVE_EVERY:
                self.save({**facts, "steps": step, "whole": False})
                last_saved = time.monotonic()
        if self.cuda:
            torch.cuda.synchronize()
        facts |= {"steps": step, "pictures": step * self.options.batch, "seconds": round(time.monotonic() - started, 1)}
        self.save({**facts, "whole": True})
        say(json.dumps(facts))
        return facts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=sorted(TASKS))
    length = parser.add_mutually_exclusive_group(required=True)
    length.add_argument("--steps", type=int)
    length.add_argument("--seconds", type=float)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, help="highest learning rate, instead of the task's own")
    parser.add_argument("--resume", type=Path, help="weights to go on from")
    parser.add_argument("--say-every", type=int, default=200)
    options = parser.parse_args()
    task = TASKS[options.task]
    options.rate = options.rate or task.rate
    options.out.mkdir(parents=True, exist_ok=True)
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    Trainer(task, options).run()


if __name__ == "__main__":
    main()
