"""The renderer's truth follows from geometry; the assignment agrees with SciPy's."""

import pytest
import torch
from scipy.optimize import linear_sum_assignment

from renderer import CLASSES, MAX_OBJECTS, MIN_VISIBLE, Batch, Renderer, assign_queries


@pytest.fixture(scope="module")
def scenes() -> Batch:
    return Renderer("cpu", 192, 144, samples=1).batch(11, 0, 12)


def test_a_scene_does_not_depend_on_its_batch(scenes: Batch) -> None:
    alone = Renderer("cpu", 192, 144, samples=1).batch(11, 7, 1)
    for name, value in vars(alone).items():
        assert torch.equal(value[0], getattr(scenes, name)[7]), name


def test_truth_does_not_depend_on_resolution(scenes: Batch) -> None:
    """At three times the size, every third pixel has its centre where a pixel of the small picture has it."""
    large = Renderer("cpu", 576, 432, samples=1).batch(11, 0, 2)
    assert (large.depth[:, 1::3, 1::3] - scenes.depth[:2]).abs().max() < 1e-3
    assert (large.ids[:, 1::3, 1::3] == scenes.ids[:2]).float().mean() > 0.999


def test_boxes_and_classes_are_those_of_the_masks(scenes: Batch) -> None:
    masks = scenes.masks()
    assert scenes.valid.any(1).sum() > 8
    for mask, box, kind, valid in zip(*(x.flatten(0, 1) for x in (masks, scenes.boxes, scenes.classes, scenes.valid))):
        if not valid:
            assert kind == -1 and not mask.any()
            continue
        assert 0 <= kind < len(CLASSES) and mask.sum() >= MIN_VISIBLE * mask.numel()
        rows, columns = mask.nonzero(as_tuple=True)
        x0, x1, y0, y1 = columns.min() / 192, (columns.max() + 1) / 192, rows.min() / 144, (rows.max() + 1) / 144
        assert torch.allclose(box, torch.stack([(x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0]))


def test_depth_and_intrinsics_put_the_table_where_the_rig_has_it(scenes: Batch) -> None:
    """Seen points of the table lie on one plane, and the camera is 0.46 m (within 3 %) above it."""
    v, u = torch.meshgrid(torch.arange(144.0), torch.arange(192.0), indexing="ij")
    for depth, ids, (fx, fy, cx, cy) in zip(scenes.depth, scenes.ids, scenes.intrinsics):
        points = torch.stack([(u - cx) / fx * depth, (v - cy) / fy * depth, depth], -1)[60:]
        points = points[ids[60:] == 0].double()
        weight = torch.ones(len(points), dtype=torch.float64)
        for _ in range(40):  # least squares n . p = 1, reweighted towards the points that fit
            weighted = points * weight[:, None]
            normal = torch.linalg.solve(weighted.T @ points, weighted.sum(0))
            off = (points @ normal - 1) / normal.norm()
            weight = 1 / (off.abs() + 1e-4)
        assert (off.abs() < 5e-4).double().mean() > 0.5
        assert 1 / normal.norm() == pytest.approx(0.46, rel=0.032)


def test_assignment_agrees_with_scipy() -> None:
    generator = torch.Generator().manual_seed(3)
    cost = torch.randn(200, 40, MAX_OBJECTS, generator=generator)
    valid = torch.rand(100, MAX_OBJECTS, generator=generator) < 0.6
    chosen = assign_queries(cost, valid)
    for k in range(200):
        objects = valid[k // 2].nonzero()[:, 0]
        queries, columns = linear_sum_assignment(cost[k][:, objects].numpy())
        expected = dict(zip(columns.tolist(), queries.tolist()))
        assert [expected[i] for i in range(len(objects))] == chosen[k, objects].tolist()
        assert (chosen[k][~valid[k // 2]] == 0).all()
