"""The code path of a model on this machine, with a small DeBERTa that was never trained."""

from pathlib import Path

import pytest

from mmagents.graph.begin import check_players
from mmagents.graph.build import graph
from mmagents.nodes.context import Context
from mmagents.nodes.table import table_for
from mmagents.scenarios.errors import MMAgentsError

torch = pytest.importorskip("torch", reason="needs mmagents[nli]")
transformers = pytest.importorskip("transformers", reason="needs mmagents[nli]")
LABELS = ("entailment", "neutral", "contradiction")


def small_deberta(folder: Path, labels: tuple[str, ...] = LABELS) -> str:
    """Write a model that takes everything for its last label, and return its folder."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    special = {
        "unk_token": "[UNK]",
        "pad_token": "[PAD]",
        "cls_token": "[CLS]",
        "sep_token": "[SEP]",
    }
    words = {word: at for at, word in enumerate([*special.values(), "she", "was", "in"])}
    raw = Tokenizer(models.WordLevel(words, unk_token="[UNK]"))
    raw.pre_tokenizer = pre_tokenizers.Whitespace()
    raw.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B [SEP]",
        special_tokens=[("[CLS]", words["[CLS]"]), ("[SEP]", words["[SEP]"])],
    )  # fmt: skip
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=raw, model_max_length=32, **special
    )
    config = transformers.DebertaV2Config(
        vocab_size=len(words), hidden_size=16, num_hidden_layers=1, num_attention_heads=2,
        intermediate_size=16, max_position_embeddings=32, relative_attention=True,
        position_biased_input=False, pos_att_type=["p2c", "c2p"], type_vocab_size=0,
        id2label=dict(enumerate(labels)), label2id={name: at for at, name in enumerate(labels)},
    )  # fmt: skip
    model = transformers.DebertaV2ForSequenceClassification(config)
    with torch.no_grad():
        model.classifier.bias[len(labels) - 1] = 20.0
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return f"transformers:{folder}"


def test_a_game_is_screened_by_a_model_on_this_machine(tmp_path: Path) -> None:
    run = Context(repair=True, nli=small_deberta(tmp_path), turns=6)
    check_players(run, table_for("mini", run))
    game = graph.invoke({"scenario": "mini", "seed": 1}, {"recursion_limit": 99}, context=run)
    against = [
        one
        for row in game["history"]
        for attempt in row["ledger"]["repair"]["attempts"]
        for one in attempt["suspicions"]
        if one["fault"] == "contradiction"
    ]
    assert against
    assert all(one["score"] > 0.98 for one in against)


def test_a_model_that_cannot_serve_is_one_error_before_the_game(tmp_path: Path) -> None:
    for nli, says in (
        (small_deberta(tmp_path / "other", ("good", "bad", "ugly")), "tells no contradictions"),
        (f"transformers:{tmp_path / 'nowhere'}", "cannot be read"),
    ):
        run = Context(repair=True, nli=nli)
        with pytest.raises(MMAgentsError, match=says):
            check_players(run, table_for("mini", run))
