"""The Attention Playground as a widget for notebooks.

``attention-playground.js`` has to lie beside this file. Needs anywidget.
"""

import pathlib

import anywidget
import traitlets

__all__ = ["AttentionPlayground"]

_Number = traitlets.Float(allow_none=True)
_Words = traitlets.Unicode()


class AttentionPlayground(anywidget.AnyWidget):
    """Change a score, and weights and context follow, in the notebook and here.

    What is set here moves the widget, and what is moved there is set here. ``None`` is the default. What does not fit is not taken:
    ``error`` says why, and the trait goes back to what is shown. Nothing is computed before the widget has come into view.
    """

    _esm = pathlib.Path(__file__).parent / "attention-playground.js"

    state = traitlets.Unicode("").tag(sync=True)
    """All that is shown, as the text that links to the playground have behind their #. Of the traits below, those that are given with
    it are laid over it."""

    example = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    """student, fifty-words, reordering, one-to-many, padded-batch; None for other texts."""

    tokens = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    """Own words: "le chat noir ||| the black cat"; None for an example."""

    score_function = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    """given, dot, scaledDot, bilinear, additive, cosine."""

    step = traitlets.Int(None, allow_none=True).tag(sync=True)
    """The decoder step, from 1."""

    temperature = traitlets.Float(None, allow_none=True).tag(sync=True)
    """0 to 1,000,000."""

    mask = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    """padding, none, top-left, bottom-right, or padding and one of the two causal ones."""

    scores = traitlets.List(default_value=None, allow_none=True).tag(sync=True)
    """[source words] of the current step; to set, also [steps][source words]. Under a score function, what is set stands in for its
    results."""

    theme = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    """auto, light, dark."""

    palette = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    """indigo, cividis, grey."""

    hide = traitlets.List(traitlets.Unicode()).tag(sync=True)
    """Parts to leave out: header, examples, input, controls, transport, plane, arithmetic, engine, patterns, map, profile, export."""

    readonly = traitlets.Bool(False).tag(sync=True)
    """The widget can be played, but changed from here alone."""

    source = traitlets.List(_Words).tag(sync=True)
    """The source words. Computed in the widget, as are all below."""

    target = traitlets.List(_Words).tag(sync=True)
    """The target words, one for each step."""

    weights = traitlets.List(traitlets.List(_Number)).tag(sync=True)
    """[steps][source words]: ``numpy.array(playground.weights)``."""

    context = traitlets.List(traitlets.List(_Number)).tag(sync=True)
    """[steps][dimensions of the state]; None for what is not finite."""

    entropy = traitlets.List(_Number).tag(sync=True)
    """[steps], in nats."""

    error = traitlets.Dict(default_value=None, allow_none=True).tag(sync=True)
    """What could not be taken, or not as it was: code, message, attribute, given; None after something else was set."""

    _shown = traitlets.Dict().tag(sync=True)
    """What the widget has written into the traits above it: the others were set here."""
