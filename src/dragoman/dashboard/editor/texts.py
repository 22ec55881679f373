"""The texts that the editor's script shows, in the reader's language. `{n}` and others are filled by it."""

from __future__ import annotations

from dragoman.dashboard.page.locale import translate as _


def script_texts() -> dict[str, str]:
    """Make the texts by their names."""
    return {**_states(), **_codes(), **_saving(), **_doing(), **_helping(), **_reviewing(), **_keys()}


def _states() -> dict[str, str]:
    return {
        "new": _("Empty"),
        "pretranslated": _("Suggested"),
        "translated": _("Translated"),
        "confirmed": _("Confirmed"),
        "issues": _("Issues"),
        "locked": _("Locked"),
        "progress": _("{done} of {total} confirmed"),
        "shown": _("Segments: {n}"),
        "where": _("Segment {n} of {total} · {characters} characters"),
    }


def _codes() -> dict[str, str]:
    return {
        "codeOpens": _("Code {n} opens"),
        "codeCloses": _("Code {n} closes"),
        "codeAlone": _("Code {n} stands alone"),
        "codePicked": _("Code {n} is selected. Press again to take it out."),
        "codeTaken": _("Code {n} was taken out."),
        "codesTaken": _("Codes were taken out: {n}."),
        "codesPicked": _("Codes are selected. Press again to take them out."),
        "insertCode": _("Insert code {n}"),
        "field": _("Translation of segment {n}"),
        "codes": _("Codes"),
    }


def _saving() -> dict[str, str]:
    return {
        "saved": _("Saved"),
        "writing": _("Writing…"),
        "saving": _("Saving…"),
        "toSend": _("{n} to send"),
        "conflicts": _("{n} changed by others"),
        "refused": _("{n} not saved"),
        "offline": _(
            "You are offline. Changes are kept in this browser and sent when the connection is back."
        ),
        "waiting": _("The service does not answer. Changes are kept in this browser and sent when it does."),
        "signedOut": _("Your session has ended. Changes are kept; sign in again in another tab."),
        "unprotected": _("This browser keeps nothing. Do not close it before everything is sent."),
        "changedBy": _("{name} changed this segment meanwhile."),
        "changedBySomebody": _("Somebody changed this segment meanwhile."),
        "segmentSays": _("Segment {n}: {text}"),
        "compare": _("Compare"),
        "inUse": _("{name} has this segment open."),
        "takeOver": _("Take over"),
        "discard": _("Discard my text"),
        "restored": _("Changes from your last visit were restored: {n}."),
    }


def _doing() -> dict[str, str]:
    return {
        "confirm": _("Confirm"),
        "copySource": _("Copy source"),
        "lock": _("Lock"),
        "unlock": _("Unlock"),
        "mend": _("Mend"),
        "insert": _("Insert"),
        "undo": _("Undo"),
        "undone": _("Undone."),
        "propagated": _("Also written into repetitions: {n}."),
        "confirmAgain": _("There is an error in this segment. Confirm again to keep it."),
        "lastOne": _("That was the last one."),
        "firstOne": _("That was the first one."),
        "nothingFound": _("No segment is like that."),
        "failed": _("The service did not answer. Try again."),
        "restore": _("Restore"),
        "restoredVersion": _("Restored."),
        "replaced": _("Replaced in segments: {n}."),
        "notPossible": _("Not possible here."),
        "kept": _("Changed meanwhile, and kept: {n}."),
    }


def _helping() -> dict[str, str]:
    return {
        "noMatches": _("No matches."),
        "noTerms": _("No terms in this segment."),
        "noUnits": _("Nothing found in the memories."),
        "takeMatch": _("Take match {n}"),
        "thisProject": _("This project"),
        "penalty": _("penalty {n}"),
        "forbidden": _("forbidden"),
        "suggest": _("Suggest a translation"),
        "suggestAlways": _("Suggest by itself where no match is close"),
        "shorter": _("Shorter"),
        "formal": _("Formal"),
        "informal": _("Informal"),
        "askFor": _("What should be different?"),
        "ask": _("Ask"),
        "noteFromFile": _("Note from the file"),
        "key": _("Key"),
        "before": _("Before"),
        "after": _("After"),
        "now": _("Now"),
        "suggested": _("suggested by the service"),
        "edited": _("edited"),
        "propagatedKind": _("from a repetition"),
        "imported": _("imported"),
        "replacedKind": _("replaced"),
        "restoredKind": _("restored"),
        "undoneKind": _("undone"),
        "lockedKind": _("locked"),
        "unlockedKind": _("unlocked"),
    }


def _reviewing() -> dict[str, str]:
    return {
        "accept": _("Accept"),
        "return": _("Return…"),
        "accepted": _("Accepted"),
        "returned": _("Returned"),
        "returnedKind": _("returned by the reviewer"),
        "wasAccepted": _("Segment {n} was accepted."),
        "wasReturned": _("Segment {n} was returned to its translator."),
        "notSaved": _("This segment is not saved yet. Try again when it is."),
        "noComments": _("No comments on this segment."),
        "commented": _("The comment was added."),
        "resolve": _("Resolve"),
        "reopen": _("Reopen"),
        "resolved": _("Resolved"),
        "resolvedBy": _("Resolved by {name}"),
        "delete": _("Delete"),
        "deleted": _("The comment was deleted."),
        "sinceFirstPass": _("Changed since the first pass"),
    }


def _keys() -> dict[str, str]:
    return {
        "confirmNext": _("Confirm, go to the next that is not confirmed"),
        "confirmEmpty": _("Confirm, go to the next empty one"),
        "confirmStay": _("Confirm and stay"),
        "nextSegment": _("Next segment"),
        "previousSegment": _("Previous segment"),
        "match1": _("Take match 1"),
        "match2": _("Take match 2"),
        "match3": _("Take match 3"),
        "nextCode": _("Insert the next missing code"),
        "nextTerm": _("Insert the next term"),
        "concordance": _("Search the memories for what is selected"),
        "filter": _("Search in the file"),
        "replace": _("Search and replace"),
        "help": _("Between segment and help"),
        "keys": _("This list"),
        "mendFirst": _("Mend the first issue"),
        "undoAcross": _("Undo the last change of several segments"),
        "acceptSegment": _("Accept, go to the next that is not reviewed"),
        "returnSegment": _("Return with a comment"),
        "pressKeys": _("Press the keys"),
        "keysTaken": _("Another command has these keys."),
    }
