import { type ReactNode, useState } from 'react';
import { useCall } from '#platform/web/lib/api.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { Button, ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { TextArea } from '#platform/web/ui/controls/form/text-area.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';

type State = { kind: 'asking' } | { kind: 'done'; reference: string } | { kind: 'failed'; detail: string };

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page width="narrow">
      <PageHeading title={title} />
      <Card aria-live="polite" className="mt-4 grid justify-items-start gap-4 p-5">
        {children}
      </Card>
    </Page>
  );
}

/** `/legal/takedown/confirm`: proves the mail address of a complaint. It asks first: mail scanners open every link. */
export function ConfirmComplaintPage({ token }: { token: string }) {
  const call = useCall();
  const [state, setState] = useState<State>({ kind: 'asking' });
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      const { reference } = await call('POST /legal/takedown/confirm', { body: { token } });
      setState({ kind: 'done', reference });
    } catch (error) {
      setState({ kind: 'failed', detail: error instanceof CallError ? error.detail : 'Please try again.' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Frame title="Confirm your complaint">
      {state.kind === 'asking' && (
        <>
          <p>Do you want to send this copyright complaint to staff?</p>
          <Button busy={busy} onClick={() => void confirm()} variant="primary">
            Confirm the complaint
          </Button>
        </>
      )}
      {state.kind === 'done' && (
        <p>
          Staff have your complaint now. Its reference is <strong className="tape">{state.reference}</strong>. They
          answer by mail.
        </p>
      )}
      {state.kind === 'failed' && (
        <>
          <p>{state.detail}</p>
          <ButtonLink to="/legal/takedown">New complaint</ButtonLink>
        </>
      )}
    </Frame>
  );
}

/** `/legal/takedown/court`: the claimant confirms that they have gone to court after a counter-notice. */
export function CourtPage({ token }: { token: string }) {
  const [reference, setReference] = useState<string | null>(null);
  const form = useForm('POST /legal/takedown/court', {
    body: { token },
    onSent: (answer) => setReference(answer.reference),
  });
  return (
    <Frame title="I have gone to court">
      {reference === null ? (
        <form className="grid w-full justify-items-start gap-4" method="post" {...form.formProps}>
          <p>The content stays hidden then, and staff wait for what the court says.</p>
          <TextArea
            {...form.field('note')}
            className="w-full"
            hint="Both sides and staff may need them."
            label="Court and number of the case"
            rows={3}
          />
          <Button busy={form.busy} type="submit" variant="primary">
            Send
          </Button>
        </form>
      ) : (
        <p>
          Staff know it now. The content of complaint <strong className="tape">{reference}</strong> stays hidden.
        </p>
      )}
    </Frame>
  );
}
