import { Check, Gavel, RotateCcw, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { StaffComplaint } from '#content/rights/contract/endpoints.ts';
import { PersonName } from '#people/profiles/web/person-name.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { LocalDate } from '#platform/web/ui/local-date.tsx';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { useDecision } from '#features/staff/web/actions.ts';
import type { ReasonDialogProps } from '#features/staff/web/reason-dialog.tsx';

const ReasonDialog = latePart<ReasonDialogProps>(() => import('#features/staff/web/reason-dialog.tsx'), {
  name: 'The question',
  notice: 'float',
});

const stateWords: Readonly<Record<StaffComplaint['state'], string>> = {
  open: 'Waiting',
  dismissed: 'Dismissed',
  hidden: 'Hidden',
  countered: 'Counter-notice',
  in_court: 'In court',
  restored: 'Restored',
};

/** One complaint with both sides, its clock, and what staff may do. */
export function ComplaintCard({ complaint }: { complaint: StaffComplaint }) {
  const { claimant, subject, counter, counterBy, strikes } = complaint;
  return (
    <Card aria-label={`Complaint ${complaint.reference}`} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="tape font-semibold">{complaint.reference}</span>
        <Badge tone={complaint.state === 'open' ? 'solid' : 'neutral'}>{stateWords[complaint.state]}</Badge>
        <RelativeTime className="text-sm text-faint" date={complaint.receivedAt} />
      </div>
      <h2 className="heading text-lg wrap-anywhere">
        <AppLink className="inline-block leading-6 hover:underline" to={subject.url}>
          {subject.title}
        </AppLink>{' '}
        <span className="text-sm font-normal text-faint">({complaint.visibility})</span>
      </h2>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
        Uploaded by {complaint.uploader ? <PersonName badge={false} person={complaint.uploader} /> : 'nobody we know'}
        <span className={strikes.count >= strikes.of ? 'font-semibold text-danger' : undefined}>
          {strikes.count} of {strikes.of} accepted complaints in {strikes.months} months
        </span>
      </p>
      <dl className="grid gap-3 md:grid-cols-2">
        <Fact label="Claimant">
          {complaint.claimantName}
          {complaint.onBehalfOf !== '' && `, for ${complaint.onBehalfOf}`}
          {`\n${claimant.email}\n${claimant.postalAddress}`}
          {claimant.phone !== '' && `\n${claimant.phone}`}
        </Fact>
        <Fact label="Their work">
          {complaint.work}
          {complaint.workUrl !== '' && `\n${complaint.workUrl}`}
        </Fact>
        {counter && counterBy && (
          <>
            <Fact label="Counter-notice">{counter.statement}</Fact>
            <Fact label="From">
              {`${counterBy.name}\n${counterBy.postalAddress}`}
              {counterBy.phone !== '' && `\n${counterBy.phone}`}
            </Fact>
          </>
        )}
        {complaint.decisionReason !== '' && <Fact label="Reason of the decision">{complaint.decisionReason}</Fact>}
        {complaint.courtNote !== '' && <Fact label="Court">{complaint.courtNote}</Fact>}
      </dl>
      <Clock complaint={complaint} />
      <Decisions complaint={complaint} />
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm font-semibold text-soft">{label}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  );
}

function Clock({ complaint: { state, counter, counterUntil } }: { complaint: StaffComplaint }) {
  if (state === 'hidden' && counterUntil)
    return (
      <p className="text-sm text-soft">
        The member can answer until <LocalDate date={counterUntil} />.
      </p>
    );
  if (state === 'countered' && counter)
    return (
      <p className="text-sm text-soft">
        May come back from <LocalDate date={counter.restoreFrom} /> on, and does by itself on{' '}
        <LocalDate date={counter.restoreBy} />.
      </p>
    );
  return null;
}

type Question = 'accept' | 'dismiss' | 'withdrawn' | 'mistake' | 'court';

const questions: Readonly<
  Record<Question, Pick<ReasonDialogProps, 'title' | 'description' | 'confirmLabel' | 'isRequired' | 'hint'>>
> = {
  accept: {
    title: 'Accept this complaint?',
    description: 'The content is hidden. Its uploader is notified and may answer; the claimant gets a mail.',
    confirmLabel: 'Hide the content',
    hint: 'Both sides read this.',
  },
  dismiss: {
    title: 'Dismiss this complaint?',
    description: 'Nothing changes for the uploader. The claimant gets a mail with the reason.',
    confirmLabel: 'Dismiss',
    hint: 'The claimant reads this.',
    isRequired: true,
  },
  withdrawn: {
    title: 'The claimant has withdrawn?',
    description: 'The content comes back at once, and the complaint does not count any more.',
    confirmLabel: 'Put it back',
    hint: 'For the audit log.',
  },
  mistake: {
    title: 'Undo this decision?',
    description: 'The content comes back at once, and the complaint does not count any more.',
    confirmLabel: 'Put it back',
    hint: 'For the audit log.',
  },
  court: {
    title: 'The claimant has gone to court?',
    description: 'The clock stops, and the content stays hidden until you put it back.',
    confirmLabel: 'Save',
    hint: 'Its name and number. The member learns that there is one.',
    isRequired: true,
  },
};

function Decisions({ complaint }: { complaint: StaffComplaint }) {
  const decide = useDecision();
  /** A question with the version of the complaint that was read when it was asked. */
  const [asked, setAsked] = useState<{ question: Question; version: string } | null>(null);
  const { can, state, counter } = complaint;
  const params = { complaintId: complaint.id };
  const onOutdated = () => setAsked(null);
  const restore = (because: 'withdrawn' | 'mistake' | 'counter_notice', version: string, reason = '') =>
    decide(
      (call) => call('POST /staff/complaints/:complaintId/restore', { params, body: { version, because, reason } }),
      {
        done: { title: 'Content restored', description: 'Both sides are notified.' },
        onOutdated,
      },
    );
  const confirm = (question: Question, version: string) => (reason: string) => {
    const body = { version, reason };
    if (question === 'accept')
      return decide((call) => call('POST /staff/complaints/:complaintId/accept', { params, body }), {
        done: { title: 'Complaint accepted', description: 'The content is hidden, and both sides are notified.' },
        onOutdated,
      });
    if (question === 'dismiss')
      return decide((call) => call('POST /staff/complaints/:complaintId/dismiss', { params, body }), {
        done: { title: 'Complaint dismissed', description: 'The claimant gets a mail.' },
        onOutdated,
      });
    if (question === 'court')
      return decide(
        (call) => call('POST /staff/complaints/:complaintId/court', { params, body: { version, note: reason } }),
        { done: { title: 'Saved', description: 'The content stays hidden.' }, onOutdated },
      );
    return restore(question, version, reason);
  };
  const ask = (question: Question) => ({
    onClick: () => setAsked({ question, version: complaint.version }),
    onPointerEnter: ReasonDialog.preload,
    onFocus: ReasonDialog.preload,
  });
  if (!can.accept && !can.dismiss && !can.restore && !can.court) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {can.accept && (
        <Button icon={<Check aria-hidden="true" size={16} />} variant="primary" {...ask('accept')}>
          Accept
        </Button>
      )}
      {can.dismiss && (
        <Button icon={<X aria-hidden="true" size={16} />} {...ask('dismiss')}>
          Dismiss
        </Button>
      )}
      {can.restore && state === 'countered' && counter && (
        <Button
          icon={<RotateCcw aria-hidden="true" size={16} />}
          onClick={() => void restore('counter_notice', complaint.version)}
          variant="primary"
        >
          Put it back after the counter-notice
        </Button>
      )}
      {can.restore && (
        <>
          <Button {...ask('withdrawn')}>Claimant has withdrawn</Button>
          <Button {...ask('mistake')}>Undo</Button>
        </>
      )}
      {can.court && (
        <Button icon={<Gavel aria-hidden="true" size={16} />} {...ask('court')}>
          In court
        </Button>
      )}
      {asked && (
        <ReasonDialog
          {...questions[asked.question]}
          onClose={() => setAsked(null)}
          onConfirm={confirm(asked.question, asked.version)}
          onGiveUp={() => setAsked(null)}
        />
      )}
    </div>
  );
}
