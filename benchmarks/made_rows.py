"""Rows of a busy installation that SQL makes: people, programs, audit events, use, memories, templates."""

from __future__ import annotations

from typing import Any, Final

import psycopg

# `%(first)s` is the account that has half of all, `%(accounts)s` are all accounts, `%(count)s` is how many.
_STATEMENTS: Final = (
    """
    insert into users (account_id, email, role, roles, first_name, last_name, created)
    select
      case when n %% 2 = 0 then %(first)s else (%(accounts)s::integer[])[2 + n %% 998] end,
      'person-' || n || '@example.com', 'customer',
      case n %% 3 when 0 then '{developer}' when 1 then '{orderer}' else '{customer}' end::text[],
      (array['Ana', 'Jonas', 'María', 'Yuki', 'Omar', 'Chloé', 'Piotr'])[1 + n %% 7],
      (array['López', 'Brandt', 'Sørensen', 'Tanaka', 'Haddad'])[1 + n %% 5] || ' ' || n,
      now() - n * interval '1 minute'
    from generate_series(1, %(count)s) n
    """,
    """
    insert into applications
      (account_id, name, client_id, secret_hash, webhook_secret, scopes, builtin, not_before, created)
    select (%(accounts)s::integer[])[1 + n %% 1000], 'Program ' || n, 'made-' || n, 'none', '\\x00',
      '{translate}', false, 0, now() - n * interval '1 minute'
    from generate_series(1, %(count)s) n
    """,
    """
    insert into audit_entries (at, actor, action, subject, account_id, details)
    select now() - (%(count)s - n) * interval '1 minute',
      case n %% 3 when 0 then 'operator' when 1 then 'user:' || 1 + n %% 5000
        else 'application:' || n %% 500 end,
      (array['project.created', 'project.started', 'memory.changed', 'application.created'])[1 + n %% 4],
      (array['project:', 'project:', 'memory:', 'application:'])[1 + n %% 4] || 1 + n %% 20000,
      case when n %% 2 = 0 then %(first)s else (%(accounts)s::integer[])[2 + n %% 998] end,
      '{"fields": ["title"]}'
    from generate_series(1, %(count)s) n
    """,
    """
    insert into usage_days (application_id, day, account_id, characters, words, segments, documents)
    select a.id, current_date - d, a.account_id, 6000, 1000, 80, 2
    from applications a cross join generate_series(0, 364) d
    where a.account_id = %(first)s
      or a.id in (select min(id) from applications group by account_id order by 1 limit %(count)s / 550)
    """,
    """
    insert into memories (account_id, name, "primary", use_for_translation, created)
    select case when n <= 20 then %(first)s else (%(accounts)s::integer[])[n] end, 'Memory ' || n,
      false, true, now()
    from generate_series(1, 500) n
    """,
    """
    insert into memory_units (account_id, memory_id, source_language, target_language, hash, identity,
      source, target, origin, status, created, created_by, changed)
    select m.account_id, m.id, u.source_language, u.target_language, u.hash, u.identity,
      u.source, u.target, u.origin, u.status, u.created, u.created_by, u.changed
    from memories m cross join lateral (
      select * from memory_units u where u.memory_id = (select min(id) from memories)
        and u.id > (m.id %% 100) * (%(units)s / 120) order by u.id limit 200
    ) u
    where m.name like 'Memory %%'
    """,
    """
    insert into memory_words (unit_id, account_id, memory_id, words)
    select n.id, n.account_id, n.memory_id, w.words
    from memory_units n
    join memory_units o on o.memory_id = (select min(id) from memories) and o.identity = n.identity
    join memory_words w on w.unit_id = o.id
    where n.memory_id <> o.memory_id
    """,
    """
    insert into memory_counts (account_id, memory_id, source_language, target_language, units, changed)
    select account_id, memory_id, source_language, target_language, count(*), max(changed)
    from memory_units where memory_id <> (select min(id) from memories)
    group by account_id, memory_id, source_language, target_language
    """,
    """
    insert into memory_duplicates (account_id, memory_id, hash)
    select account_id, memory_id, hash
    from memory_units where memory_id <> (select min(id) from memories)
    group by account_id, memory_id, hash having count(distinct target) > 1
    """,
    """
    with made as (
      insert into memory_sets (account_id, name, version, created)
      select account_id, 'Set of ' || name, 1, now() from memories where name like 'Memory %%'
      returning id, account_id
    )
    insert into memory_set_versions (set_id, version, account_id, members, created, created_by)
    select s.id, 1, s.account_id, (
      select jsonb_agg(jsonb_build_object('memory', m.id, 'penalty', 0, 'writable', false))
      from memories m where m.account_id = s.account_id
    ), now(), 'operator' from made s
    """,
    """
    insert into project_templates (account_id, name, title, target_languages)
    select (%(accounts)s::integer[])[1 + n %% 1000], 'Template ' || n, 'Manual', '{de,es}'
    from generate_series(1, 2000) n
    """,
    """
    update term_bases set version = 1, concepts = %(count)s, last_number = %(count)s
    """,
    """
    insert into term_base_versions (term_base_id, version, account_id, at, actor, added, changed, removed)
    select id, 1, account_id, now(), 'operator', %(count)s, 0, 0 from term_bases
    """,
    # Work of the linguist, and a long text in the newest project of the first account that is in work.
    """
    update project_translations set assigned = now(),
      assignee_id = (select id from users where roles = '{linguist}' order by id limit 1)
    where id in (
      select id from project_translations where status = 'Active' and stage = 'open'
      order by id desc limit 2000
    )
    """,
    """
    insert into project_segments
      (translation_id, number, account_id, unit, source, target, state, previous, next, words)
    select t.id, n, t.account_id, 'u' || n, 'The engine of the machine starts ' || n || ' times.',
      'El motor de la máquina arranca ' || n || ' veces.', 'translated', '', '', 7
    from (
      select t.* from project_translations t join projects p on p.id = t.project_id
      where p.account_id = %(first)s and t.status = 'Active' and t.stage = 'open' order by t.id desc limit 3
    ) t cross join generate_series(1, 5000) n
    """,
    """
    insert into audit_entries (at, actor, action, subject, account_id, details)
    select now() - n * interval '1 minute', 'operator', 'project.changed', 'project:' || p.id, p.account_id,
      '{"fields": ["title"]}'
    from (
      select p.id, p.account_id from projects p where p.account_id = %(first)s order by p.id desc limit 50
    ) p cross join generate_series(1, 200) n
    """,
)


def make_rows(connection: psycopg.Connection[Any], accounts: list[int], count: int) -> None:
    """Add so many of each kind. The first account has half of all, its memory is the first."""
    units = connection.execute("select max(id) from memory_units").fetchone()
    assert units is not None
    values = {"accounts": accounts, "first": accounts[0], "count": count, "units": units[0]}
    for statement in _STATEMENTS:
        connection.execute(statement, values)
