#!/usr/bin/env python3
"""Exports Depth Anything V2 to ONNX (opset 17) and writes the metadata beside it.

    pip install torch transformers onnx onnxruntime
    python3 export_depth_anything.py depth-anything-v2-small --weights depth_anything_v2_vits.pth --out models
    python3 export_depth_anything.py depth-anything-v2-small --weights depth-anything/Depth-Anything-V2-Small-hf --size 518 686 --out models
    python3 export_depth_anything.py depth-anything-v2-metric-hypersim-small --weights random --dynamic --out models

WEIGHTS is the authors' .pth, a folder or hub name in transformers' format, or "random" (shapes and speed of the real network, depths that
mean nothing).

Position embeddings. The network interpolates its 37x37 position embeddings to the picture's patches, bicubically. Two traps lie there:
- A trace at 518x518 records that nothing is to be interpolated: a graph with dynamic axes then works at 518x518 only. So dynamic graphs
  are traced at another size.
- A trace at another size holds a cubic Resize, which some engines compute as a linear one without a word. So fixed sizes get the
  interpolated embeddings as a constant, and dynamic ones compute the interpolation as two matrix products with weights made from the
  size, which every engine computes alike.
The interpolation itself is that of the authors' code (`interpolate_pos_encoding` in `depth_anything_v2/dinov2.py`), which places patches
as if there were 0.1 more of them; transformers does not, so its depths differ slightly away from 518x518.
"""

import argparse
import json
import pathlib
import re
import types

import torch
from transformers import DepthAnythingConfig, DepthAnythingForDepthEstimation, Dinov2Config

PATCH = 14
# Hidden size, heads, blocks, blocks whose features are used (counted from 1), channels of the four stages, channels of the fusion.
SIZES = {
    "small": (384, 6, 12, [3, 6, 9, 12], [48, 96, 192, 384], 64),
    "base": (768, 12, 12, [3, 6, 9, 12], [96, 192, 384, 768], 128),
    "large": (1024, 16, 24, [5, 12, 18, 24], [256, 512, 1024, 1024], 256),
}
MAX_DEPTH = {"hypersim": 20, "vkitti": 80}
SOURCE_NAMES = {"hypersim": "Metric-Hypersim-", "vkitti": "Metric-VKITTI-"}
PLACEMENT = 0.1  # `interpolate_offset` of the authors' code


def network(hidden, heads, blocks, taps, stages, fusion, max_depth=None, grid=37):
    """The network without its weights."""
    backbone = Dinov2Config(
        hidden_size=hidden, num_attention_heads=heads, num_hidden_layers=blocks, image_size=grid * PATCH, patch_size=PATCH,
        out_indices=taps, reshape_hidden_states=False, apply_layernorm=True, attn_implementation="eager",
    )
    config = DepthAnythingConfig(
        backbone_config=backbone, patch_size=PATCH, reassemble_hidden_size=hidden, neck_hidden_sizes=stages, fusion_hidden_size=fusion,
        depth_estimation_type="relative" if max_depth is None else "metric", max_depth=max_depth or 1,
    )
    return DepthAnythingForDepthEstimation(config).eval()


def authors_names(state, net):
    """The authors' weights under the names that the installed transformers has in `net`."""
    new = any(".attention.q_proj." in name for name in net.state_dict())  # transformers 5
    attention = ["q_proj", "k_proj", "v_proj", "o_proj"] if new else ["attention.query", "attention.key", "attention.value", "output.dense"]
    renames = [
        (r"^pretrained\.(cls_token|mask_token)$", r"backbone.embeddings.\1"),
        (r"^pretrained\.pos_embed$", r"backbone.embeddings.position_embeddings"),
        (r"^pretrained\.patch_embed\.proj\.", r"backbone.embeddings.patch_embeddings.projection."),
        (r"^pretrained\.norm\.", r"backbone.layernorm."),
        (r"^pretrained\.blocks\.(\d+)\.attn\.proj\.", rf"backbone.encoder.layer.\1.attention.{attention[3]}."),
        (r"^pretrained\.blocks\.(\d+)\.ls(\d)\.gamma$", r"backbone.encoder.layer.\1.layer_scale\2.lambda1"),
        (r"^pretrained\.blocks\.(\d+)\.", r"backbone.encoder.layer.\1."),
        (r"^depth_head\.projects\.(\d)\.", r"neck.reassemble_stage.layers.\1.projection."),
        (r"^depth_head\.resize_layers\.(\d)\.", r"neck.reassemble_stage.layers.\1.resize."),
        (r"^depth_head\.scratch\.output_conv1\.", r"head.conv1."),
        (r"^depth_head\.scratch\.output_conv2\.0\.", r"head.conv2."),
        (r"^depth_head\.scratch\.output_conv2\.2\.", r"head.conv3."),
    ]
    renamed = {}
    for name, value in state.items():
        if match := re.match(r"^pretrained\.blocks\.(\d+)\.attn\.qkv\.(weight|bias)$", name):
            for part, piece in zip(attention, value.chunk(3)):
                renamed[f"backbone.encoder.layer.{match[1]}.attention.{part}.{match[2]}"] = piece
        elif match := re.match(r"^depth_head\.scratch\.layer(\d)_rn\.weight$", name):
            renamed[f"neck.convs.{int(match[1]) - 1}.weight"] = value
        elif match := re.match(r"^depth_head\.scratch\.refinenet(\d)\.(?:out_conv|resConfUnit(\d)\.conv(\d))\.(\w+)$", name):
            layer = f"neck.fusion_stage.layers.{4 - int(match[1])}"  # the authors count from fine to coarse
            unit = "projection" if match[2] is None else f"residual_layer{match[2]}.convolution{match[3]}"
            renamed[f"{layer}.{unit}.{match[4]}"] = value
        else:
            for pattern, replacement in renames:
                new, count = re.subn(pattern, replacement, name)
                if count:
                    renamed[new] = value
                    break
            else:
                raise SystemExit(f"the weights hold {name!r}, which is no part of Depth Anything V2")
    return renamed


def randomize(net, seed):
    """Weights that give a depth map with some contrast; transformers' own initialisation gives a nearly constant one."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, parameter in net.named_parameters():
            if parameter.dim() > 1:
                fan_in = parameter[0].numel() if parameter.dim() != 3 else 50
                parameter.copy_(torch.randn(parameter.shape, generator=generator) * (1.5 / fan_in**0.5))
            elif name.endswith("bias"):
                parameter.copy_(torch.randn(parameter.shape, generator=generator) * 0.1)
        picture = torch.randn(1, 3, 10 * PATCH, 13 * PATCH, generator=generator)
        # The last convolution is scaled so that what goes into the final activation has a spread of 0.5.
        last, before = net.head.conv3, []
        hook = last.register_forward_hook(lambda module, inputs, output: before.append(output))
        net(pixel_values=picture)
        hook.remove()
        scale = 0.5 / before[0].std().clamp(min=1e-6)
        middle = 2.0 if isinstance(net.head.activation2, torch.nn.ReLU) else 0.0
        last.weight.mul_(scale)
        last.bias.copy_((last.bias - before[0].mean()) * scale + middle)


def load(net, weights, seed):
    if weights == "random":
        randomize(net, seed)
    elif pathlib.Path(weights).is_file():
        state = torch.load(weights, map_location="cpu", weights_only=True)
        net.load_state_dict(authors_names(state, net))  # strict: nothing may be missing or left over
    else:
        net.load_state_dict(DepthAnythingForDepthEstimation.from_pretrained(weights).state_dict())


def interpolated(positions, rows, columns):
    """Position embeddings `[1, 1 + grid * grid, channels]` for `rows` x `columns` patches, as in the authors' code."""
    grid = round((positions.shape[1] - 1) ** 0.5)
    if (rows, columns) == (grid, grid):
        return positions
    patches = positions[:, 1:].reshape(1, grid, grid, -1).permute(0, 3, 1, 2)
    factors = ((rows + PLACEMENT) / grid, (columns + PLACEMENT) / grid)
    patches = torch.nn.functional.interpolate(patches, scale_factor=factors, mode="bicubic")
    return torch.cat([positions[:, :1], patches.permute(0, 2, 3, 1).flatten(1, 2)], 1)


class Positions(torch.nn.Module):
    """The same for sizes that are known when the network runs, as two matrix products."""

    def __init__(self, positions):
        super().__init__()
        self.grid = round((positions.shape[1] - 1) ** 0.5)
        patches = positions[0, 1:].reshape(self.grid, self.grid, -1).permute(2, 0, 1)
        # Bicubic weights reach two positions beyond the border, where the outermost embedding is repeated.
        padded = torch.nn.functional.pad(patches[None], (2, 2, 2, 2), mode="replicate")[0].permute(1, 2, 0)
        self.register_buffer("first", positions[:, :1].clone())
        self.register_buffer("padded", padded.contiguous())
        self.register_buffer("at", torch.arange(-2.0, self.grid + 2.0))

    def weights(self, count, same):
        """Cubic convolution (a = -0.75) from the grid to `count` positions, `[count, grid + 4]`."""
        step = torch.where(same, torch.ones(()), self.grid / (count.float() + PLACEMENT))
        source = (torch.arange(count).float() + 0.5) * step - 0.5
        x = (source[:, None] - self.at).abs()
        near = (1.25 * x - 2.25) * x * x + 1.0
        far = ((-0.75 * x + 3.75) * x - 6.0) * x + 3.0
        return torch.where(x <= 1.0, near, torch.where(x < 2.0, far, torch.zeros(())))

    def forward(self, rows, columns):
        rows, columns = torch.as_tensor(rows), torch.as_tensor(columns)
        same = (rows == self.grid) & (columns == self.grid)
        channels = self.padded.shape[-1]
        by_row = (self.weights(rows, same) @ self.padded.reshape(self.grid + 4, -1)).reshape(-1, self.grid + 4, channels)
        return torch.cat([self.first, (self.weights(columns, same) @ by_row).reshape(1, -1, channels)], 1)


class Export(torch.nn.Module):
    """`pixel_values` [B, 3, H, W] to `predicted_depth` [B, H, W]."""

    def __init__(self, net, size):
        super().__init__()
        self.net = net
        embeddings = net.backbone.embeddings
        with torch.no_grad():
            if size is None:
                positions = Positions(embeddings.position_embeddings)
                self.positions = positions
                choose = lambda self, tokens, height, width: positions(height // PATCH, width // PATCH)
            else:
                baked = interpolated(embeddings.position_embeddings, size[0] // PATCH, size[1] // PATCH).clone()
                choose = lambda self, tokens, height, width: baked
        embeddings.interpolate_pos_encoding = types.MethodType(choose, embeddings)
        net.head.forward = types.MethodType(head, net.head)

    def forward(self, pixel_values):
        return self.net(pixel_values=pixel_values).predicted_depth


def head(self, features, rows, columns):
    """transformers' depth head; its own turns the size into a constant of the trace."""
    x = self.conv1(features[self.head_in_index])
    x = torch.nn.functional.interpolate(x, size=(rows * PATCH, columns * PATCH), mode="bilinear", align_corners=True)
    x = self.conv3(self.activation1(self.conv2(x)))
    return (self.activation2(x) * self.max_depth)[:, 0]


def export(net, path, size=None, opset=17):
    """Writes `path`. `size` is (height, width), or None for dynamic ones."""
    model = Export(net, size).eval()
    trace_size = size or (10 * PATCH, 13 * PATCH)  # not the size of the position embeddings
    axes = None if size else {name: {0: "batch", shift: "height", shift + 1: "width"} for name, shift in [("pixel_values", 2), ("predicted_depth", 1)]}
    torch.onnx.export(
        model, (torch.zeros(1, 3, *trace_size),), str(path), input_names=["pixel_values"], output_names=["predicted_depth"],
        opset_version=opset, dynamic_axes=axes, dynamo=False,
    )
    return model


def reference(net, picture):
    """Depth by PyTorch with the authors' position embeddings, whatever `export` did to the network."""
    embeddings = net.backbone.embeddings
    rows, columns = picture.shape[2] // PATCH, picture.shape[3] // PATCH
    kept = embeddings.interpolate_pos_encoding
    embeddings.interpolate_pos_encoding = lambda *_: interpolated(embeddings.position_embeddings, rows, columns)
    with torch.no_grad():
        depth = net(pixel_values=picture).predicted_depth
    embeddings.interpolate_pos_encoding = kept
    return depth


def verify(net, path, sizes):
    """Compares the file in ONNX Runtime with PyTorch."""
    import onnxruntime

    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    for height, width in sizes:
        picture = torch.randn(1, 3, height, width, generator=torch.Generator().manual_seed(1))
        expected = reference(net, picture)
        found = torch.from_numpy(session.run(None, {"pixel_values": picture.numpy()})[0])
        if found.shape != expected.shape:
            raise SystemExit(f"{path} gives {tuple(found.shape)} at {width}x{height}, PyTorch {tuple(expected.shape)}")
        off = float((found - expected).abs().max() / expected.abs().max())
        print(f"{path} at {width}x{height}: depth {float(expected.min()):.3f} to {float(expected.max()):.3f}, off by {off:.1e} of the largest")
        if off > 1e-3:
            raise SystemExit(f"{path} does not compute what PyTorch computes")


def metadata(name, max_depth, **more):
    output = {"kind": "disparity"} if max_depth is None else {"kind": "metric", "max_depth": max_depth}
    return {
        "format": "vrt-model/1", "task": "depth", "family": "depth-anything", "name": name,
        "input": {
            "width": 518, "height": 518, "resize": "lower-bound", "multiple": PATCH, "filter": "cubic",
            "mean": [0.485, 0.456, 0.406], "std": [0.229, 0.224, 0.225], "color": "rgb",
        },
        "output": {**output, "upsampling": "corners"}, **more,
    }


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("variant", help="depth-anything-v2-{small,base,large} or depth-anything-v2-metric-{hypersim,vkitti}-{small,base,large}")
    arguments.add_argument("--weights", required=True, help='.pth file, folder or hub name in transformers\' format, or "random"')
    arguments.add_argument("--out", type=pathlib.Path, required=True, help="folder to write to")
    sizes = arguments.add_mutually_exclusive_group()
    sizes.add_argument("--size", type=int, nargs=2, default=[518, 518], metavar=("HEIGHT", "WIDTH"), help="multiples of 14")
    sizes.add_argument("--dynamic", action="store_true", help="any height and width")
    arguments.add_argument("--opset", type=int, default=17)
    arguments.add_argument("--seed", type=int, default=0, help="of --weights random")
    arguments = arguments.parse_args()

    match = re.fullmatch(r"depth-anything-v2-(?:metric-(hypersim|vkitti)-)?(small|base|large)", arguments.variant)
    if match is None:
        raise SystemExit(f"unknown variant {arguments.variant!r}; see --help")
    if any(side <= 0 or side % PATCH for side in arguments.size):
        raise SystemExit(f"height and width must be multiples of {PATCH}, not {arguments.size}")
    data, scale = match.groups()
    max_depth = MAX_DEPTH.get(data)
    net = network(*SIZES[scale], max_depth=max_depth)
    load(net, arguments.weights, arguments.seed)

    size = None if arguments.dynamic else tuple(arguments.size)
    name = arguments.variant if size in (None, (518, 518)) else f"{arguments.variant}-{size[1]}x{size[0]}"
    arguments.out.mkdir(parents=True, exist_ok=True)
    path = arguments.out / f"{name}{'-dynamic' if size is None else ''}.onnx"
    export(net, path, size, arguments.opset)
    verify(net, path, [size] if size else [(518, 518), (518, 686), (280, 420)])
    more = {
        "license": "Apache-2.0" if scale == "small" else "CC-BY-NC-4.0",
        "source": f"https://huggingface.co/depth-anything/Depth-Anything-V2-{SOURCE_NAMES.get(data, '')}{scale.capitalize()}",
    }
    if arguments.weights == "random":
        more = {"source": "random weights"}
    path.with_suffix(".json").write_text(json.dumps(metadata(arguments.variant, max_depth, **more), indent=2) + "\n")
    print(f"wrote {path} and {path.with_suffix('.json').name}")


if __name__ == "__main__":
    main()
