import { useQuery } from '@tanstack/react-query';
import { Ruler } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { StorageState } from '#features/staff/contract/operations.ts';
import { PersonName } from '#people/profiles/web/person-name.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { NotLoaded } from '#platform/web/ui/not-loaded.tsx';
import { useAction } from '#platform/web/ui/controls/use-action.ts';
import { useDecision } from '#features/staff/web/actions.ts';
import { DayChart } from './day-chart.tsx';
import { storageQuery } from '#features/staff/web/queries.ts';

type Measured = NonNullable<StorageState['measured']>;

const kinds: Readonly<Record<string, string>> = {
  image: 'Pictures',
  audio: 'Sounds',
  video: 'Videos',
  archive: 'Archives',
  staged: 'Uploaded, and of no content yet',
  removed: 'Removed content',
  transfers: 'On their way',
  failed: 'Could not be processed',
};

/** What becomes of each by itself. */
const fates: Readonly<Record<string, string>> = {
  staged: 'Goes after a day.',
  removed: 'Goes within the hour.',
  transfers: 'What is unfinished goes after a day.',
  failed: 'Damaged, or of a kind that this machine cannot read. Its owner sees why, and can try again or remove it.',
};

const trialWords: Readonly<Record<NonNullable<StorageState['restoreTest']>['outcome'], string>> = {
  passed: 'Passed',
  failed: 'Failed',
  impossible: 'Not possible',
};

/** Bytes as people read them, in units of a thousand. */
function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${value.toFixed(step === 0 || value >= 100 ? 0 : 1)} ${units[step]}`;
}

const sum = (items: readonly { readonly bytes: number }[]) => items.reduce((total, { bytes }) => total + bytes, 0);

/** The tab Storage: what takes room, who takes most, and how it grows, as a job has measured it. */
export function StorageTab() {
  const [polls, setPolls] = useState(0);
  const query = useQuery({
    ...storageQuery(useCall()),
    refetchInterval: ({ state }) => state.dataUpdateCount < polls && 2000,
  });
  const decide = useDecision();
  const { busy, run } = useAction();
  if (!query.data) return <NotLoaded label="The storage" query={query} rows={6} />;
  const { data } = query;
  const measure = () =>
    run(async () => {
      const isAsked = await decide((call) => call('POST /staff/storage/measure'), {
        done: { title: 'Measuring', description: 'The figures follow in a few seconds.' },
      });
      if (isAsked) setPolls((now) => now + 10);
    });
  const button = (
    <Button busy={busy} icon={<Ruler aria-hidden="true" size={16} />} onClick={() => void measure()}>
      Measure now
    </Button>
  );
  if (data.measured === null)
    return (
      <>
        <Facts state={data} />
        <EmptyState action={button} title="Not measured yet">
          A job measures what the site stores every six hours.
        </EmptyState>
      </>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div>
        <Facts state={data} />
        <div className="flex flex-wrap items-center gap-3">
          {button}
          <p className="text-sm text-faint">
            Measured <RelativeTime date={data.measured.at} />, every six hours.
          </p>
        </div>
      </div>
      <Kinds measured={data.measured} />
      <Reclaimable measured={data.measured} />
      <DayChart
        days={data.days.map(({ day, bytes }) => ({ day, value: bytes }))}
        label="Growth"
        shown={sizeText}
        summary={growthText(data.days)}
      />
      <Members members={data.members} />
    </div>
  );
}

function growthText(days: StorageState['days']): string {
  const [first, last] = [days[0]!, days.at(-1)!];
  const by = last.bytes - first.bytes;
  if (days.length < 2) return sizeText(last.bytes);
  return `${sizeText(last.bytes)}, ${by < 0 ? '−' : '+'}${sizeText(Math.abs(by))} since ${first.day}`;
}

function Facts({ state: { disk, isBucket, backup, restoreTest, measured } }: { state: StorageState }) {
  return (
    <dl className="staff-facts mb-4">
      <div>
        <dt>Free on the disk</dt>
        <dd>{disk === null ? 'Not known' : `${sizeText(disk.free)} of ${sizeText(disk.total)}`}</dd>
      </div>
      {measured && (
        <div>
          <dt>Files</dt>
          <dd>
            {sizeText(sum(measured.originals) + sum(measured.derived))}
            {isBucket && ', in a bucket'}
          </dd>
        </div>
      )}
      {measured && (
        <div>
          <dt>Database</dt>
          <dd>{sizeText(measured.database)}</dd>
        </div>
      )}
      <div>
        <dt>Last backup by the site&apos;s command</dt>
        <dd>
          {backup === null ? (
            'None'
          ) : (
            <>
              <RelativeTime date={backup.at} />, {sizeText(backup.bytes)} before compression
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>Last restore test</dt>
        <dd>
          {restoreTest === null ? (
            'None'
          ) : (
            <>
              {trialWords[restoreTest.outcome]}, <RelativeTime date={restoreTest.at} />
            </>
          )}
        </dd>
        {restoreTest !== null && restoreTest.outcome !== 'passed' && (
          <dd className="text-sm text-soft">{restoreTest.text}</dd>
        )}
      </div>
    </dl>
  );
}

function Part({ title, children }: { title: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 className="heading mb-3 text-base" id={id}>
        {title}
      </h2>
      {children(id)}
    </section>
  );
}

function Kinds({ measured: { originals, derived } }: { measured: Measured }) {
  const derivedByName = new Map(derived.map((item) => [item.name, item]));
  const names = [...new Set([...originals, ...derived].map((item) => item.name))];
  return (
    <Part title="Files of contents">
      {(id) =>
        names.length === 0 ? (
          <p className="text-soft">No content has a file yet.</p>
        ) : (
          <div className="overflow-x-auto rounded-card border border-hairline bg-surface">
            <table aria-labelledby={id} className="staff-table">
              <thead>
                <tr>
                  <th scope="col">Kind</th>
                  <th scope="col">Files</th>
                  <th scope="col">Originals</th>
                  <th scope="col">Made of them</th>
                </tr>
              </thead>
              <tbody>
                {names.map((name) => {
                  const original = originals.find((item) => item.name === name);
                  return (
                    <tr key={name}>
                      <th scope="row">{kinds[name] ?? name}</th>
                      <td>{(original?.files ?? 0).toLocaleString('en')}</td>
                      <td>{sizeText(original?.bytes ?? 0)}</td>
                      <td>{sizeText(derivedByName.get(name)?.bytes ?? 0)}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
        )
      }
    </Part>
  );
}

function Reclaimable({ measured: { reclaimable } }: { measured: Measured }) {
  return (
    <Part title="What goes, and what failed">
      {(id) => (
        <>
          {reclaimable.length > 0 && (
            <ul aria-labelledby={id} className="staff-rows mb-2">
              {reclaimable.map((item) => (
                <li className="staff-row" key={item.name}>
                  <div className="min-w-0 flex-1 basis-56">
                    <p>
                      <strong>{kinds[item.name] ?? item.name}</strong>
                    </p>
                    <p className="text-sm text-soft">{fates[item.name]}</p>
                  </div>
                  <p className="text-sm">
                    {item.files.toLocaleString('en')} {item.files === 1 ? 'file' : 'files'}, {sizeText(item.bytes)}
                  </p>
                </li>
              ))}
            </ul>
          )}
          <p className="max-w-prose text-sm text-soft">
            {reclaimable.length === 0 && 'Nothing waits for its removal, and nothing has failed. '}
            Stored files that no content knows are found and removed every day.
          </p>
        </>
      )}
    </Part>
  );
}

function Members({ members }: { members: StorageState['members'] }) {
  return (
    <Part title="Members with most">
      {(id) =>
        members.length === 0 ? (
          <p className="text-soft">No member has a file.</p>
        ) : (
          <ol aria-labelledby={id} className="staff-rows">
            {members.map((member) => (
              <li className="staff-row" key={member.id}>
                <p className="min-w-0 flex-1 basis-40">
                  <PersonName badge={false} person={member.person} />
                </p>
                <p className="text-sm">
                  {member.files.toLocaleString('en')} {member.files === 1 ? 'file' : 'files'}, {sizeText(member.bytes)}
                </p>
                <AppLink
                  aria-label={`Details of ${member.person.displayName}`}
                  className="link text-sm"
                  to={`/admin/users/${member.id}`}
                >
                  Details
                </AppLink>
              </li>
            ))}
          </ol>
        )
      }
    </Part>
  );
}
