import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { JobsState } from '#features/staff/contract/operations.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { NotLoaded } from '#platform/web/ui/not-loaded.tsx';
import { useAction } from '#platform/web/ui/controls/use-action.ts';
import { useDecision } from '#features/staff/web/actions.ts';
import { jobsQuery } from '#features/staff/web/queries.ts';

/** Milliseconds between requests while the tab is open. */
const POLL_MS = 5000;

/** The tab Jobs and mail: what the site does in the background, what of it failed, and what became of the mails. */
export function JobsTab() {
  const query = useQuery({ ...jobsQuery(useCall()), refetchInterval: POLL_MS });
  if (!query.data) return <NotLoaded label="Jobs and mail" query={query} rows={6} />;
  const { queues, failed, mail, canAct } = query.data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Part title="Mail">
        <MailFacts canTest={canAct} mail={mail} />
        {mail.items.length > 0 && <WaitingMails mail={mail} />}
      </Part>
      <Part title="Failed jobs">
        {failed.length === 0 ? (
          <p className="text-soft">No job has failed for good in the last 30 days.</p>
        ) : (
          <>
            {canAct && failed.length > 1 && <RetryAll />}
            <ul aria-label="Failed jobs" className="staff-rows">
              {failed.map((job) => (
                <li key={job.id}>
                  <FailedJob canAct={canAct} job={job} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Part>
      <Part title="Queue">
        {queues.length === 0 ? (
          <p className="text-soft">Nothing waits and nothing runs.</p>
        ) : (
          <QueueTable queues={queues} />
        )}
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 className="heading mb-3 text-base" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

const timeOr = (at: string | null, none: string) => (at === null ? none : <RelativeTime date={at} />);

function MailFacts({ mail, canTest }: { mail: JobsState['mail']; canTest: boolean }) {
  const decide = useDecision();
  const { busy, run } = useAction();
  const sendTest = () =>
    run(async () => {
      await decide((call) => call('POST /staff/test-mail'), {
        done: { title: 'Test mail sent', description: 'It goes to your own address.' },
      });
    });
  return (
    <>
      {!mail.hasServer && (
        <p className="mb-3 max-w-prose text-sm text-soft">
          There is no mail server: mails are put into a folder of the server&apos;s machine, and nobody gets them.
        </p>
      )}
      <dl className="staff-facts mb-3">
        <div>
          <dt>{mail.hasServer ? 'Sent in 7 days' : 'Put into the folder in 7 days'}</dt>
          <dd>{mail.hasServer ? mail.delivered : mail.stored}</dd>
        </div>
        <div>
          <dt>Waiting</dt>
          <dd>{mail.waiting}</dd>
        </div>
        <div>
          <dt>Failed tries in 7 days</dt>
          <dd>{mail.failedTries}</dd>
        </div>
        <div>
          <dt>Last one sent</dt>
          <dd>{timeOr(mail.deliveredAt, 'None yet')}</dd>
        </div>
        <div>
          <dt>Last failed try</dt>
          <dd>{timeOr(mail.failedAt, 'None')}</dd>
        </div>
      </dl>
      {canTest && (
        <Button busy={busy} onClick={() => void sendTest()}>
          Send a test mail
        </Button>
      )}
    </>
  );
}

function WaitingMails({ mail }: { mail: JobsState['mail'] }) {
  const id = useId();
  return (
    <>
      <h3 className="mt-4 mb-2 text-sm font-semibold" id={id}>
        Waiting mails
      </h3>
      <ul aria-labelledby={id} className="staff-rows">
        {mail.items.map((item) => (
          <li className="staff-row" key={item.id}>
            <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
              <p>
                <strong>{item.to}</strong> {item.subject !== null && <span className="text-soft">{item.subject}</span>}
              </p>
              <p className="text-sm text-soft">
                {item.tries === 0 ? (
                  <>
                    Waits since <RelativeTime date={item.addedAt} />
                  </>
                ) : (
                  <>
                    {item.tries} {item.tries === 1 ? 'try' : 'tries'} failed, tried again{' '}
                    <RelativeTime date={item.nextAt} />
                  </>
                )}
              </p>
              {item.error !== null && <p className="font-mono text-xs text-danger">{item.error}</p>}
            </div>
          </li>
        ))}
      </ul>
      {mail.waiting > mail.items.length && (
        <p className="mt-2 text-sm text-soft">The oldest {mail.items.length} are listed.</p>
      )}
    </>
  );
}

function RetryAll() {
  const decide = useDecision();
  const { busy, run } = useAction();
  const retry = () =>
    run(async () => {
      await decide((call) => call('POST /staff/jobs/retry'), { done: { title: 'They run again' } });
    });
  return (
    <Button busy={busy} className="mb-3" onClick={() => void retry()} size="sm">
      Run all again
    </Button>
  );
}

function FailedJob({ job, canAct }: { job: JobsState['failed'][number]; canAct: boolean }) {
  const decide = useDecision();
  const [busy, setBusy] = useState<'retry' | 'drop' | null>(null);
  const params = { jobId: job.id };
  const run = async (what: 'retry' | 'drop') => {
    if (busy) return;
    setBusy(what);
    if (what === 'retry')
      await decide((call) => call('POST /staff/jobs/:jobId/retry', { params }), { done: { title: 'It runs again' } });
    else await decide((call) => call('DELETE /staff/jobs/:jobId', { params }), { done: { title: 'Job given up' } });
    setBusy(null);
  };
  const about = job.mail ? `the mail to ${job.mail.to}` : job.name;
  return (
    <div className="staff-row">
      <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <p>
          <strong>{job.name}</strong>{' '}
          {job.mail && (
            <span className="text-soft">
              {job.mail.to} {job.mail.subject}
            </span>
          )}
        </p>
        <p className="text-sm text-soft">
          <RelativeTime date={job.failedAt} />
        </p>
        <p className="font-mono text-xs text-danger">{job.error}</p>
      </div>
      {canAct && (
        <div className="flex flex-wrap gap-2">
          <Button
            aria-label={`Run again: ${about}`}
            busy={busy === 'retry'}
            onClick={() => void run('retry')}
            size="sm"
          >
            Run again
          </Button>
          <Button
            aria-label={`Give up: ${about}`}
            busy={busy === 'drop'}
            onClick={() => void run('drop')}
            size="sm"
            variant="ghost"
          >
            Give up
          </Button>
        </div>
      )}
    </div>
  );
}

function QueueTable({ queues }: { queues: JobsState['queues'] }) {
  return (
    <div
      aria-label="Queue"
      className="overflow-x-auto rounded-card border border-hairline bg-surface"
      role="region"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls by itself takes the keyboard
      tabIndex={0}
    >
      <table className="staff-table">
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">Waiting</th>
            <th scope="col">Later</th>
            <th scope="col">Running</th>
            <th scope="col">Failed</th>
            <th scope="col">Oldest</th>
          </tr>
        </thead>
        <tbody>
          {queues.map((queue) => (
            <tr key={queue.name}>
              <th scope="row">{queue.name}</th>
              <td>{queue.waiting}</td>
              <td>{queue.later}</td>
              <td>{queue.running}</td>
              <td>{queue.failed}</td>
              <td>{timeOr(queue.oldestAt, '')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
