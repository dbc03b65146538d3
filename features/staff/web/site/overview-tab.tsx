import { useQuery } from '@tanstack/react-query';
import { PackageOpen, TriangleAlert } from 'lucide-react';
import { staff } from '#features/staff/contract/limits.ts';
import type { StaffOverview } from '#features/staff/contract/endpoints.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { NotLoaded } from '#platform/web/ui/not-loaded.tsx';
import { Checklist } from './checklist.tsx';
import { DayChart } from './day-chart.tsx';
import { Doctor } from './doctor.tsx';
import { overviewQuery } from '#features/staff/web/queries.ts';

const charts = [
  { key: 'signUps', label: 'Sign-ups' },
  { key: 'active', label: 'Active members' },
  { key: 'posts', label: 'Posts' },
  { key: 'plays', label: 'Plays' },
] as const;

const checkNames: Readonly<Record<string, string>> = {
  spam: 'The spam check',
  'private-information': 'The check for private information',
};

const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(1);

/** The tab Overview: what happens on the site, by day, and what needs somebody. */
export function OverviewTab() {
  const query = useQuery(overviewQuery(useCall()));
  const { viewer } = useAuth();
  if (!query.data) return <NotLoaded label="The overview" query={query} rows={4} />;
  const { days, countedAt } = query.data;
  return (
    <>
      {viewer?.isAdmin === true && (
        <>
          <Checklist />
          <Doctor />
        </>
      )}
      {query.data.newerVersion !== null && <NewerVersion version={query.data.newerVersion} />}
      <BrokenChecks checks={query.data.brokenChecks} />
      <Now overview={query.data} />
      {days.length === 0 ? (
        <EmptyState title="No figures yet">Sign-ups, posts and plays are counted every hour.</EmptyState>
      ) : (
        <div className="grid gap-6 xl:grid-cols-2">
          {charts.map(({ key, label }) => (
            <DayChart days={days.map((row) => ({ day: row.day, value: row[key] }))} key={key} label={label} />
          ))}
        </div>
      )}
      {countedAt !== null && (
        <p className="mt-4 text-sm text-faint">
          Days are those of UTC. Counted <RelativeTime date={countedAt} />, every hour.
        </p>
      )}
    </>
  );
}

function NewerVersion({ version }: { version: string }) {
  return (
    <p className="mb-4 flex gap-2 rounded-control border border-hairline bg-surface px-3 py-2 text-sm" role="status">
      <PackageOpen aria-hidden="true" className="mt-0.5 shrink-0 text-soft" size={16} />
      <span>
        <strong>Version {version}</strong> of the software is out. The operator’s guide says how to upgrade.
      </span>
    </p>
  );
}

function BrokenChecks({ checks }: { checks: StaffOverview['brokenChecks'] }) {
  if (checks.length === 0) return null;
  return (
    <ul aria-label="Broken checks" className="mb-4 grid gap-2">
      {checks.map((check) => (
        <li
          className="flex gap-2 rounded-control border border-danger/45 bg-danger-wash px-3 py-2 text-sm"
          key={check.name}
        >
          <TriangleAlert aria-hidden="true" className="mt-0.5 shrink-0 text-danger" size={16} />
          <span>
            <strong>{checkNames[check.name] ?? check.name}</strong> broke {check.count}{' '}
            {check.count === 1 ? 'time' : 'times'} in the last 7 days, last <RelativeTime date={check.lastAt} />.{' '}
            {check.name === 'spam' ? 'Texts went through it.' : 'Texts were held.'} The error is in the log of the site.
          </span>
        </li>
      ))}
    </ul>
  );
}

function Now({ overview: { queue, disk } }: { overview: StaffOverview }) {
  const open = queue.open > staff.countMax ? `${staff.countMax}+` : String(queue.open);
  return (
    <dl className="staff-facts mb-6">
      <div>
        <dt>Open in the queue</dt>
        <dd>
          <AppLink className="font-semibold text-primary-text hover:underline" to="/admin/queue">
            {open}
          </AppLink>
        </dd>
      </div>
      <div>
        <dt>Oldest open item</dt>
        <dd>{queue.oldestAt === null ? 'None' : <RelativeTime date={queue.oldestAt} />}</dd>
      </div>
      <div>
        <dt>Free on the disk</dt>
        <dd>{disk === null ? 'Not known' : `${gigabytes(disk.free)} of ${gigabytes(disk.total)} GB`}</dd>
      </div>
    </dl>
  );
}
