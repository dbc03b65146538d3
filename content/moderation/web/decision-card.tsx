import { useQueryClient } from '@tanstack/react-query';
import type { DecisionAboutMe } from '#content/moderation/contract/appeals.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { TextArea } from '#platform/web/ui/controls/form/text-area.tsx';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';
import { LocalDate } from '#platform/web/ui/local-date.tsx';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { decisionKeys } from './queries.ts';

const titles = {
  warning: 'A warning',
  silence: 'You are silenced',
  suspension: 'Your account is suspended',
  removal: 'Something of yours was removed',
  rejection: 'Something of yours was not approved',
} as const;
const ended = { ...titles, silence: 'You were silenced', suspension: 'Your account was suspended' } as const;

/** A decision about the viewer: why, until when, and how to appeal. */
export function DecisionCard({ decision }: { decision: DecisionAboutMe }) {
  const { kind, isInForce, appeal } = decision;
  const isLimited = kind === 'silence' || kind === 'suspension';
  return (
    <Card aria-labelledby={decision.id} className="p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-semibold" id={decision.id}>
          {(isInForce ? titles : ended)[kind]}
        </h2>
        {!isInForce && <Badge>{appeal?.state === 'reversed' ? 'Taken back' : 'Not in force any more'}</Badge>}
        {appeal?.state === 'open' && <Badge tone="accent">Appeal waits</Badge>}
      </div>
      <dl className="mt-3 grid gap-x-4 gap-y-1 sm:grid-cols-[8rem_1fr]">
        {decision.title !== null && <Line label="What" text={`"${decision.title}"`} />}
        <Line label="Why" text={decision.reason === '' ? 'Staff gave no reason.' : decision.reason} />
        <dt className="text-soft">Decided</dt>
        <dd>
          <LocalDate date={decision.at} />
        </dd>
        {isLimited && (
          <>
            <dt className="text-soft">Until</dt>
            <dd>{decision.until === null ? 'Without end' : <LocalDate date={decision.until} />}</dd>
          </>
        )}
        {appeal && <Line label="Your appeal" text={appeal.statement} />}
        {appeal && appeal.state !== 'open' && (
          <Line
            label="The answer"
            text={`${appeal.state === 'reversed' ? 'Granted.' : 'The decision stays.'} ${appeal.answer}`}
          />
        )}
      </dl>
      {appeal?.state === 'open' && (
        <p className="mt-3 text-soft">Staff decide about your appeal. You will get a notification.</p>
      )}
      {decision.appealUntil !== null && <AppealForm decision={decision} until={decision.appealUntil} />}
    </Card>
  );
}

function Line({ label, text }: { label: string; text: string }) {
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{text}</dd>
    </>
  );
}

function AppealForm({ decision, until }: { decision: DecisionAboutMe; until: string }) {
  const client = useQueryClient();
  const form = useForm('POST /decisions/:decisionId/appeal', {
    params: { decisionId: decision.id },
    onSent() {
      toast({ title: 'Appeal sent', description: 'You will get a notification.', kind: 'success' });
      return client.invalidateQueries({ queryKey: decisionKeys.all });
    },
  });
  return (
    <form className="mt-4 grid justify-items-start gap-3 border-t border-hairline pt-4" {...form.formProps}>
      <TextArea
        {...form.field('statement')}
        className="w-full"
        hint="Somebody else of the staff reads it, where there is anybody else. A decision can be appealed once."
        label="Why this decision was a mistake"
        rows={4}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button busy={form.busy} type="submit" variant="primary">
          Appeal
        </Button>
        <span className="text-soft">
          Possible until <LocalDate date={until} />
        </span>
      </div>
    </form>
  );
}
