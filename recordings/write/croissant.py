"""A data card in Croissant 1.0, the vocabulary of MLCommons for data sets (Akhtar et al. 2024).

Own code: mlcroissant brings pandas and needs the network for some checks. A test has it validate
the card and read the data by it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from mmagents.recordings.exact import whole
from mmagents.recordings.write.tables import Column, Tables

CONFORMS_TO = "http://mlcommons.org/croissant/1.0"
JSON_LINES = "application/jsonlines"
_TYPES = {
    "string": "sc:Text",
    "int64": "sc:Integer",
    "float64": "sc:Float",
    "bool": "sc:Boolean",
}
_CONTEXT: Mapping[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "equivalentProperty": "cr:equivalentProperty",
    "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
"""What the words of a card mean, as the specification has them."""


def as_croissant(
    name: str, description: str, licence: str, tables: Tables, files: Mapping[str, str]
) -> str:
    """Return the card.

    Args:
        name: of the data set.
        description: what it holds.
        licence: its address or its short name; "" where nothing is known of it.
        tables: the data.
        files: by table, the content of its file TABLE.jsonl.
    """
    card: dict[str, Any] = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "name": name,
        "description": description,
        "conformsTo": CONFORMS_TO,
    }
    if licence:
        card["license"] = licence
    card["distribution"] = [_file(table, text) for table, text in files.items()]
    card["recordSet"] = [
        {
            "@type": "cr:RecordSet",
            "@id": table,
            "name": table,
            "field": [_field(table, column) for column in columns],
        }
        for table, columns in tables.columns.items()
    ]
    return whole(json.dumps(card, ensure_ascii=False, indent=2)) + "\n"


def _file(table: str, text: str) -> dict[str, Any]:
    content = text.encode()
    return {
        "@type": "cr:FileObject",
        "@id": f"{table}.jsonl",
        "name": f"{table}.jsonl",
        "contentUrl": f"{table}.jsonl",
        "contentSize": f"{len(content)} B",
        "encodingFormat": JSON_LINES,
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def _field(table: str, column: Column) -> dict[str, Any]:
    found: dict[str, Any] = {
        "@type": "cr:Field",
        "@id": f"{table}/{column.name}",
        "name": column.name,
        "description": column.means,
        "dataType": _TYPES[column.kind],
        "source": {
            "fileObject": {"@id": f"{table}.jsonl"},
            "extract": {"column": column.name},
        },
    }
    if column.many:
        found["repeated"] = True
    return found
