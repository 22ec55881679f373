"""Errors about reference data, each with its stable code. No message repeats customers' text."""

from __future__ import annotations

from dragoman.errors import Conflict, NotFound, RuleBroken


class ReferenceItemNotFound(NotFound):
    """There is no such item of reference data."""

    code = "NOT_IN_CATALOG"


class NameTaken(RuleBroken):
    """Another item of the account, or of all accounts, has this name."""

    code = "NAME_TAKEN"


class FieldRefused(RuleBroken):
    """A field of an item has an invalid value."""

    code = "FIELD_REFUSED"


class IsDefault(RuleBroken):
    """The item is a default of an account and cannot be disabled."""

    code = "USED_AS_DEFAULT"


class InUse(Conflict):
    """Templates refer to the item, so it cannot be deleted."""

    code = "IN_USE"


class ServiceUnknown(RuleBroken):
    """A service that is neither the account's nor everybody's."""

    code = "SERVICE_NOT_FOUND"


class ServiceDisabled(RuleBroken):
    """A service that is disabled."""

    code = "SERVICE_DISABLED"


class TemplateUnknown(RuleBroken):
    """A project template that is none of the account's."""

    code = "TEMPLATE_NOT_FOUND"


class TemplateDisabled(RuleBroken):
    """A project template that is disabled."""

    code = "TEMPLATE_DISABLED"


class WorkAreaUnknown(RuleBroken):
    """A work area that is neither the account's nor everybody's."""

    code = "WORK_AREA_NOT_FOUND"


class WorkAreaDisabled(RuleBroken):
    """A work area that is disabled."""

    code = "WORK_AREA_DISABLED"


class InvoicingAccountUnknown(RuleBroken):
    """An invoicing account that is none of the account's."""

    code = "INVOICING_ACCOUNT_NOT_FOUND"


class InvoicingAccountDisabled(RuleBroken):
    """An invoicing account that is disabled."""

    code = "INVOICING_ACCOUNT_DISABLED"


class PersonUnknown(RuleBroken):
    """A user who is none of the account's customers."""

    code = "USER_NOT_FOUND"


class PersonDisabled(RuleBroken):
    """A user who is disabled."""

    code = "USER_DISABLED"


class MemoryUnknown(RuleBroken):
    """A translation memory that is none of the account's."""

    code = "TRANSLATION_MEMORY_NOT_FOUND"


class MemoryDisabled(RuleBroken):
    """A translation memory in which nothing is found."""

    code = "TRANSLATION_MEMORY_DISABLED"


class MemorySetUnknown(RuleBroken):
    """A set of translation memories that is none of the account's."""

    code = "TRANSLATION_MEMORY_SET_NOT_FOUND"


class TermBaseUnknown(RuleBroken):
    """A term base that is none of the account's."""

    code = "TERM_BASE_NOT_FOUND"


class TermBaseDisabled(RuleBroken):
    """A term base that is switched off."""

    code = "TERM_BASE_DISABLED"


class StyleGuideUnknown(RuleBroken):
    """A style guide that is none of the account's."""

    code = "STYLE_GUIDE_NOT_FOUND"


class StyleGuideDisabled(RuleBroken):
    """A style guide that is switched off."""

    code = "STYLE_GUIDE_DISABLED"
