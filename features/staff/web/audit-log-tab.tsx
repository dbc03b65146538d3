import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import type { Reply } from '#site/contract/contract.ts';
import { PersonName } from '#people/profiles/web/person-name.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { Button, ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { type AuditSearch, auditFilter } from './audit-filter.ts';
import { actionWords } from './audit-words.ts';
import { auditQuery } from './queries.ts';
import { StaffList } from './staff-list.tsx';

type Entry = Reply<'GET /staff/audit'>['items'][number];

/** The tab Audit log: what staff, the operator and the site did; entries cannot be changed. */
export function AuditLogTab({ filter }: { filter: AuditSearch }) {
  const query = useInfiniteQuery(auditQuery(useCall(), filter));
  return (
    <>
      <Filter filter={filter} key={JSON.stringify(filter)} />
      <StaffList
        className="staff-rows"
        empty={{ title: 'No entries', text: 'What staff do is listed here, and stays.' }}
        label="Entries"
        query={query}
      >
        {(entry) => <EntryRow entry={entry} />}
      </StaffList>
    </>
  );
}

/** Day of an ISO timestamp, for a date field. */
const dayOf = (at: string | undefined): string => at?.slice(0, 10) ?? '';

function Filter({ filter }: { filter: AuditSearch }) {
  const navigate = useNavigate();
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const search = auditFilter(Object.fromEntries(new FormData(event.currentTarget)));
    void navigate({ to: '/admin/audit-log', search });
  };
  return (
    <form
      className="mb-4 grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] items-end gap-3 *:min-w-0 xl:grid-cols-[1fr_1fr_1fr_10rem_10rem_10rem]"
      method="get"
      noValidate
      onSubmit={apply}
    >
      <TextField defaultValue={filter.actor} label="Who" maxLength={40} name="actor" placeholder="username" />
      <TextField defaultValue={filter.action} label="Action" maxLength={60} name="action" placeholder="queue." />
      <TextField defaultValue={filter.targetId} label="Target" maxLength={60} name="targetId" placeholder="id" />
      <TextField defaultValue={dayOf(filter.from)} label="From (UTC)" name="from" type="date" />
      <TextField defaultValue={dayOf(filter.until)} label="Before (UTC)" name="until" type="date" />
      <div className="flex gap-2">
        <Button type="submit">Filter</Button>
        <ButtonLink to="/admin/audit-log" variant="ghost">
          Clear
        </ButtonLink>
      </div>
    </form>
  );
}

function EntryRow({ entry }: { entry: Entry }) {
  const { before, after, ...rest } = entry.details;
  const more = Object.entries(rest);
  return (
    <div className="staff-row">
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          {entry.actor ? <PersonName badge={false} person={entry.actor} /> : <span>The site or its operator</span>}
          <span>
            {actionWords(entry.action)} {entry.target === null && entry.targetKind.replaceAll(/[_-]/g, ' ')}
          </span>
          {entry.target && (
            <AppLink className="font-semibold wrap-anywhere hover:underline" to={entry.target.url}>
              {entry.target.name}
            </AppLink>
          )}
          {/* On a phone a line of its own: the shorter words that it gets in the browser would fit into the one before. */}
          <RelativeTime className="text-faint max-sm:basis-full" date={entry.createdAt} />
        </p>
        {entry.reason !== '' && <p className="text-soft wrap-anywhere">{entry.reason}</p>}
        <Change after={after} before={before} />
        <p className="text-xs text-faint wrap-anywhere">
          <code>{entry.action}</code> · {entry.targetKind} {entry.targetId}
          {more.map(([name, value]) => ` · ${name}: ${shown(value)}`)}
        </p>
      </div>
    </div>
  );
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const partsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** The diff of a change: each field before and after. */
function Change({ before, after }: { before: unknown; after: unknown }) {
  const [was, is] = [partsOf(before), partsOf(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  if (names.length === 0) return null;
  return (
    <ul className="text-sm">
      {names.map((name) => (
        <li className="wrap-anywhere" key={name}>
          {name}: <span className="text-soft line-through">{shown(was[name])}</span>
          {/* For who does not see that it is struck through. */}
          <span className="sr-only"> before, </span> <span className="ms-1">{shown(is[name])}</span>
          <span className="sr-only"> now</span>
        </li>
      ))}
    </ul>
  );
}
