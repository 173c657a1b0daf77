"""Words for places and things that a story either has or has not: what inventions are made of.

Words that serve for figures of speech (a dark wood, a bridge too far) are left out.
"""

from __future__ import annotations

from collections.abc import Mapping


def _listed(words: str) -> tuple[str, ...]:
    return tuple(words.split())


_PLACES_EN = _listed(
    """
    cellar attic loft library chapel
    church crypt vault stable barn garage greenhouse orchard mill forge cave tunnel dungeon
    ballroom nursery pantry larder scullery laundry bathroom bedroom balcony terrace
    courtyard cloister belfry steeple tower turret cemetery graveyard tomb hospital clinic
    bank museum theatre school barracks prison jail inn tavern pub hotel harbour dock
    warehouse factory quarry summerhouse gatehouse boathouse lighthouse observatory
    laboratory conservatory staircase passage corridor roof chimney
    """
)
_PLACES_JA = _listed(
    """
    地下室 屋根裏 図書室 図書館 書斎 礼拝堂 教会 墓地 墓場 納骨堂 馬小屋 納屋 車庫 温室
    果樹園 庭園 井戸 洞窟 洞穴 地下道 地下牢 牢屋 舞踏室 子ども部屋 食料庫 洗濯場 浴室 寝室
    露台 中庭 鐘楼 見張り塔 病院 診療所 銀行 博物館 美術館 劇場 兵舎 監獄 居酒屋 酒場 倉庫
    工場 採石場 公園 東屋 門番小屋 天文台 実験室 研究室 屋上 煙突 隠し部屋 秘密の通路
    """
)
_THINGS_EN = _listed(
    """
    knife dagger sword razor axe hatchet pistol revolver gun rifle bullet rope noose poison
    arsenic venom viper snake club crowbar pickaxe mask disguise wig diary testament ransom
    photograph telegram passport map treasure gold jewel diamond necklace coin crown fortune
    corpse skeleton skull bone coffin glove veil cloak sack chest bomb dynamite candlestick
    parrot
    """
)
_THINGS_JA = _listed(
    """
    短剣 短刀 刀 剃刀 斧 手斧 拳銃 短銃 猟銃 弾丸 縄 毒薬 毒 砒素 毒蛇 蛇 棍棒 鉄棒 つるはし
    仮面 変装 かつら 日記帳 遺言状 遺書 身代金 写真 電報 旅券 地図 財宝 金貨 宝石 首飾り
    指輪 王冠 大金 血痕 死体 骸骨 頭蓋骨 棺 手袋 覆面 外套 金庫 爆弾 燭台
    """
)
PLACES: Mapping[str, tuple[str, ...]] = {"en": _PLACES_EN, "ja": _PLACES_JA}
THINGS: Mapping[str, tuple[str, ...]] = {"en": _THINGS_EN, "ja": _THINGS_JA}
