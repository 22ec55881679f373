"""What is shown of projects: record, list item, progress, quote, files (P9, P10, P12, P13)."""

from __future__ import annotations

from typing import Any, Final

from dragoman_client.mock import analysis, project_work
from dragoman_client.mock.state import Record, State

_LISTED: Final = (
    "id", "externalId", "title", "userId", "companyId", "status", "creationDate", "deadline", "finishedAt",
)  # fmt: skip
_THRESHOLD: Final = 85
_TOLD: Final = frozenset(
    {"ordered", "analysed", "started", "delivered", "finished", "cancelled"}
)  # to clients


def write_project(state: State, project: Record) -> Record:
    """The record of a project (P10)."""
    order = project["order"]
    files = project_work.files_of(state, project)
    own = {name: project[name] for name in project if name in _members(state)}
    return state.contract.fill(
        "ProjectBody",
        {
            **order,
            **own,
            "companyId": project["account"],
            "memoryThreshold": order["memoryThreshold"] or _THRESHOLD,
            "memoryThresholdSetBy": "project" if order["memoryThreshold"] else None,
            "translationMemorySetVersion": _version(
                state, "translation-memory-sets", order["translationMemorySetId"]
            ),
            "termBaseVersion": _version(state, "term-bases", order["termBaseId"]),
            "progress": progress_of(state, project),
            "price": project_work.price_of(state, project) if project["startedAt"] else None,
            "platformLink": None,
            "analysis": _write_analysis(state, project),
            "referenceFiles": [
                {"id": one["id"], "fileName": one["fileName"], "size": one["size"]}
                for one in project_work.files_of(state, project, reference=True)
            ],
            "files": [_write_source(state, one) for one in files],
        },
    )


def write_listed(project: Record) -> Record:
    """A project in the customer's list (P9)."""
    shown = {**project["order"], **project, "companyId": project["account"]}
    return {name: shown[name] for name in _LISTED}


def write_for_staff(state: State, project: Record) -> Record:
    """A project in the provider's list (V1)."""
    translations = project_work.translations_of(state, project)
    files = project_work.files_of(state, project)
    stage = stage_of(project)
    return {
        **write_listed(project),
        "companyName": state.table("accounts").rows[project["account"]]["name"],
        "hold": project["hold"],
        "holdMessage": project["holdMessage"],
        "stage": stage,
        "attention": None,
        "failure": None,
        "sourceLanguages": sorted({one["sourceLanguage"] for one in files}),
        "targetLanguages": sorted({one["targetLanguage"] for one in translations}),
        "words": analysis.total_words(project_work.bands_of(state, project)),
        "progress": progress_of(state, project),
        "price": project_work.price_of(state, project),
        "translationCount": len(translations),
        "readyCount": 0,
        "finishedCount": sum(one["status"] == "Finished" for one in translations),
    }


def stage_of(project: Record) -> str | None:
    """The stage of work of a project; None for one with which there is nothing to do."""
    if project["hold"] is not None:
        return "held"
    return "in_work" if project["status"] == "Active" else None


def write_progress(state: State, project: Record, *, staff: bool = False) -> Record:
    """How far a project is, by file and language."""
    weights = project_work.service_of(state, project)["weights"]
    price = project_work.service_of(state, project)["pricePerWord"]
    bands = project_work.bands_of(state, project)
    words = analysis.total_words(bands)
    files = [_write_file_progress(one, staff=staff) for one in project_work.files_of(state, project)]
    return {
        "id": project["id"],
        "status": project["status"],
        "hold": project["hold"],
        "holdMessage": project["holdMessage"],
        "deadline": project["order"]["deadline"],
        "progress": progress_of(state, project),
        "words": _add_words([one["words"] for file in files for one in file["translations"]]),
        "files": files,
        "bands": [
            {
                "band": band,
                "weight": weights[band],
                "segments": row["segments"],
                "words": row["words"],
                "share": row["words"] / words if words else 0.0,
                "amount": None if price is None else round(row["words"] * weights[band] / 100 * price, 2),
            }
            for band, row in bands.items()
            if row["segments"]
        ],
        "currency": None if price is None else project_work.service_of(state, project)["currency"],
        "timeline": [
            one if staff else _bare(one) for one in project["timeline"] if staff or one["event"] in _TOLD
        ],
        **({"byPeople": _is_by_people(state, project)} if staff else {}),
    }


def write_quote(state: State, project: Record) -> Record:
    """Words, price and deadline of a project (P12)."""
    weights = project_work.service_of(state, project)["weights"]
    bands = project_work.bands_of(state, project)
    return {
        "words": analysis.total_words(bands),
        "weightedWords": analysis.weigh(bands, weights),
        "bands": [
            {"band": band, "segments": row["segments"], "words": row["words"], "weight": weights[band]}
            for band, row in bands.items()
        ],
        "price": project_work.price_of(state, project),
        "deadline": project["order"]["deadline"] or project_work.propose_deadline(state, project),
    }


def write_file(file: Record, *, is_new: bool = False) -> Record:
    """The record of a file: a source with its translations, a result, or one for reference (P13, P14)."""
    is_source = file["sourceFileId"] is None and not file["reference"]
    analysed: Any = {"state": "done", "words": analysis.total_words(file["bands"])} if is_source else None
    if is_new and is_source:
        analysed = {"state": "waiting", "words": None}
    return {
        "id": file["id"],
        "projectId": file["projectId"],
        "fileName": file["fileName"],
        "sourceFileId": file["sourceFileId"],
        "sourceLanguage": file["sourceLanguage"],
        "targetLanguage": file["targetLanguage"],
        "size": file["size"],
        "reference": file["reference"],
        "creationDate": file["creationDate"],
        "analysis": {**analysed, "errorCode": None, "reason": None} if analysed else None,
        "translations": file["translations"],
    }


def progress_of(state: State, project: Record) -> float:
    """The finished part of a project's translations, 0 to 1."""
    translations = project_work.translations_of(state, project)
    done = sum(one["status"] == "Finished" for one in translations)
    return done / len(translations) if translations else 0.0


def _bare(entry: Record) -> Record:
    return {"at": entry["at"], "event": entry["event"]}


def _is_by_people(state: State, project: Record) -> bool:
    is_sandbox = state.table("accounts").rows[project["account"]]["kind"] == "sandbox"
    return not is_sandbox and project_work.service_of(state, project)["kind"] != "machine"


def _members(state: State) -> frozenset[str]:
    return frozenset(state.contract.members("ProjectBody")) - {"files", "analysis"}


def _version(state: State, path: str, identity: int | None) -> int | None:
    found = state.table(path).rows.get(identity or 0)
    return int(found["version"]) if found else None


def _write_analysis(state: State, project: Record) -> Record | None:
    if not project_work.files_of(state, project):
        return None
    bands = project_work.bands_of(state, project)
    weights = project_work.service_of(state, project)["weights"]
    return {
        "state": "done",
        "words": analysis.total_words(bands),
        "weightedWords": analysis.weigh(bands, weights),
        "bands": [
            {"band": band, "segments": row["segments"], "words": row["words"]} for band, row in bands.items()
        ],
        "failures": [],
    }


def _write_source(state: State, file: Record) -> Record:
    return {
        "sourceFileId": file["id"],
        "sourceFileName": file["fileName"],
        "sourceLanguage": file["sourceLanguage"],
        "translations": [
            {
                "id": one["id"],
                "fileId": one["fileId"],
                "targetLanguage": one["targetLanguage"],
                "status": one["status"],
                "translationFileName": one["fileName"],
                "translationFileLink": one["fileId"]
                and f"{state.url}/project/v1/files/{one['fileId']}/content",
            }
            for one in file["translations"]
        ],
    }


def translation_stage(translation: Record) -> str:
    """The stage of work of a translation."""
    return {"Draft": "waiting", "Active": "open"}.get(translation["status"], "done")


def _write_file_progress(file: Record, *, staff: bool) -> Record:
    words = analysis.total_words(file["bands"])
    more: Record = {
        "isReady": False, "assigneeId": None, "handedBackAt": None, "errorCode": None, "reason": None,
        "remedies": [],
    }  # fmt: skip
    return {
        "sourceFileId": file["id"],
        "sourceFileName": file["fileName"],
        "sourceLanguage": file["sourceLanguage"],
        "words": words,
        "analysis": "done",
        "errorCode": None,
        "reason": None,
        "remedies": [],
        "translations": [
            {
                "id": one["id"],
                "targetLanguage": one["targetLanguage"],
                "status": one["status"],
                "progress": 1.0 if one["status"] == "Finished" else 0.0,
                "words": _count_words(words, one),
                "fileId": one["fileId"],
                "fileName": one["fileName"],
                **({"stage": translation_stage(one), **more} if staff else {}),
            }
            for one in file["translations"]
        ],
    }


def _count_words(words: int, translation: Record) -> Record:
    total = 0 if translation["status"] in {"Draft", "Cancelled"} else words
    done = words if translation["status"] == "Finished" else 0
    return {"total": total, "done": done, "suggested": done, "translated": 0, "confirmed": 0}


def _add_words(several: list[Record]) -> Record:
    names = ("total", "done", "suggested", "translated", "confirmed")
    return {name: sum(one[name] for one in several) for name in names}
