import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import type { DoctorReport } from '#features/staff/contract/operations.ts';
import { doctorQuery } from '#features/staff/web/queries.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';

type Line = DoctorReport['checks'][number];

/** What comes first: what needs somebody. */
const order = ['problem', 'warning', 'unknown'] as const;
const marks = {
  problem: { Icon: CircleAlert, color: 'text-danger', word: '(problem)' },
  warning: { Icon: TriangleAlert, color: 'text-accent-text', word: '(warning)' },
  unknown: { Icon: CircleHelp, color: 'text-faint', word: '(could not be looked at)' },
} as const;

/** The checks of `looproom doctor`, run when an admin asks for them. */
export function Doctor() {
  const id = useId();
  const { data, error, isFetching, refetch } = useQuery(doctorQuery(useCall()));
  const fine = data?.checks.filter(({ state }) => state === 'fine').length ?? 0;
  const skipped = data?.checks.filter(({ state }) => state === 'skipped').length ?? 0;
  const open = order.flatMap((state) => (data?.checks ?? []).filter((check) => check.state === state));
  return (
    <section aria-labelledby={id} className="mb-6 rounded-card border border-hairline bg-surface">
      <div className="flex flex-wrap items-center gap-2 px-3 py-2">
        <h2 className="heading text-base" id={id}>
          Is everything in order?
        </h2>
        <p aria-live="polite" className="text-sm text-soft">
          {isFetching ? (
            'Looking: this takes up to half a minute.'
          ) : error ? (
            'The checks could not be run. Try again.'
          ) : data ? (
            <>
              {fine} of {data.checks.length - skipped} checks are fine, <RelativeTime date={data.at} />.
            </>
          ) : (
            'Machine, database, files, mail and the own address.'
          )}
        </p>
        <Button busy={isFetching} className="ms-auto" onClick={() => void refetch()} size="sm">
          Check the site
        </Button>
      </div>
      {open.length > 0 && (
        <ul aria-labelledby={id} className="divide-y divide-hairline border-t border-hairline">
          {open.map((check) => (
            <Check check={check} key={check.name} />
          ))}
        </ul>
      )}
      {data && open.length === 0 && (
        <p className="flex items-center gap-2 border-t border-hairline px-3 py-2 text-sm">
          <CircleCheck aria-hidden="true" className="shrink-0 text-ok" size={20} /> Nothing is wrong.
        </p>
      )}
    </section>
  );
}

function Check({ check }: { check: Line }) {
  const { Icon, color, word } = marks[check.state as keyof typeof marks];
  return (
    <li className="staff-row items-start">
      <Icon aria-hidden="true" className={`mt-0.5 shrink-0 ${color}`} size={20} />
      <div className="min-w-0 flex-1 basis-52">
        <p>
          <strong>{check.about}</strong> <span className="sr-only">{word}</span>
        </p>
        {check.findings.length === 0 && <p className="max-w-prose text-sm text-soft">{check.text}</p>}
        {check.findings.map(({ text, remedy }) => (
          <div className="max-w-prose text-sm text-soft" key={text}>
            <p>{text}</p>
            <p className="text-text [overflow-wrap:anywhere]">{remedy}</p>
          </div>
        ))}
      </div>
    </li>
  );
}
