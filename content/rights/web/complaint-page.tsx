import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Reply } from '#site/contract/contract.ts';
import { rights as limits } from '#content/rights/contract/limits.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { Card, CardHeading } from '#platform/web/ui/card.tsx';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { Checkbox } from '#platform/web/ui/controls/checkbox.tsx';
import { TextArea } from '#platform/web/ui/controls/form/text-area.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { LocalDate } from '#platform/web/ui/local-date.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { ownComplaintQuery, rightsKeys } from './queries.ts';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';

type Complaint = Reply<'GET /legal/complaints/:complaintId'>;

/** `/legal/complaints/{id}`: a complaint for who uploaded what it is about, and their answer to it. */
export function ComplaintPage({ complaintId }: { complaintId: string }) {
  const { data: complaint } = useSuspenseQuery(ownComplaintQuery(useCall(), complaintId));
  return (
    <Page>
      <PageHeading lead={<StateLine complaint={complaint} />} title={`Complaint ${complaint.reference}`} />
      <Card className="mt-4 p-5">
        <dl className="grid gap-4">
          <Line label="About">{complaint.subject.title}</Line>
          <Line label="From">
            {complaint.claimantName}
            {complaint.onBehalfOf !== '' && `, for ${complaint.onBehalfOf}`}
          </Line>
          <Line label="Their work">{complaint.work}</Line>
          {complaint.workUrl !== '' && (
            <Line label="The original">
              <a className="link wrap-anywhere" href={complaint.workUrl} rel="noopener noreferrer nofollow ugc">
                {complaint.workUrl}
              </a>
            </Line>
          )}
          {complaint.decisionReason !== '' && <Line label="Staff wrote">{complaint.decisionReason}</Line>}
          {complaint.counter && <Line label="Your counter-notice">{complaint.counter.statement}</Line>}
        </dl>
      </Card>
      {complaint.state === 'hidden' && <CounterForm complaint={complaint} />}
    </Page>
  );
}

function StateLine({ complaint }: { complaint: Complaint }) {
  const { state, counter, counterUntil } = complaint;
  if (state === 'countered' && counter)
    return (
      <>
        It comes back by <LocalDate date={counter.restoreBy} /> unless the claimant goes to court before.
      </>
    );
  if (state === 'in_court') return <>The claimant has gone to court. It stays hidden until staff know more.</>;
  if (state === 'restored') return <>It is closed. What it was about is back.</>;
  return (
    <>
      Nobody but you and staff can see what it is about.
      {counterUntil && (
        <>
          {' '}
          You can answer until <LocalDate date={counterUntil} />.
        </>
      )}
    </>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm font-semibold text-soft">{label}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  );
}

function CounterForm({ complaint }: { complaint: Complaint }) {
  const client = useQueryClient();
  const { busy, field, formProps } = useForm('POST /legal/complaints/:complaintId/counter-notice', {
    params: { complaintId: complaint.id },
    onSent(answered) {
      client.setQueryData(rightsKeys.own(complaint.id), answered);
      toast({ title: 'Counter-notice sent', description: 'The claimant gets a copy of it.', kind: 'success' });
    },
  });
  return (
    <form className="mt-4" method="post" {...formProps}>
      <Card className="grid gap-4 p-5">
        <CardHeading>Counter-notice</CardHeading>
        <p className="text-soft">
          If it was hidden by mistake, say so here. The claimant gets a copy with your name and postal address, as the
          law asks for. After {limits.restoreFromBusinessDays} to {limits.restoreByBusinessDays} business days it comes
          back, unless they go to court.
        </p>
        <TextArea
          {...field('statement')}
          hint="Such as: who recorded it, or which license you have."
          label="Why it was a mistake"
          rows={5}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField {...field('name')} autoComplete="name" label="Full name" />
          <TextField {...field('phone')} aside="optional" autoComplete="tel" label="Telephone" type="tel" />
        </div>
        <TextField {...field('postalAddress')} autoComplete="street-address" label="Postal address" />
        <Checkbox
          {...field('goodFaith')}
          label="Under penalty of perjury: I believe in good faith that it was hidden by mistake or because it was taken for something else."
        />
        <Checkbox
          {...field('jurisdiction')}
          label="I accept the courts of the place where I live, and papers from the claimant or their agent."
        />
        <TextField {...field('signature')} hint="Type your full name as above." label="Signature" />
        <Button busy={busy} className="justify-self-start" type="submit" variant="primary">
          Send counter-notice
        </Button>
      </Card>
    </form>
  );
}
