import { useState } from 'react';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { Button, ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';

type State = { kind: 'asking' | 'working' | 'done' } | { kind: 'failed'; detail: string };

/** `/unsubscribe`: ends the digest by the link of a mail. It asks first: mail scanners open every link. */
export function UnsubscribePage({ token }: { token: string }) {
  const call = useCall();
  const { viewer } = useAuth();
  const [state, setState] = useState<State>({ kind: 'asking' });
  const end = async () => {
    setState({ kind: 'working' });
    try {
      await call('POST /notifications/unsubscribe', { body: { token } });
      setState({ kind: 'done' });
    } catch (error) {
      setState({ kind: 'failed', detail: error instanceof CallError ? error.detail : 'Please try again.' });
    }
  };
  const settings = viewer && <ButtonLink to="/settings/account#notifications">Notification settings</ButtonLink>;
  return (
    <Page width="narrow">
      <PageHeading title="Email digest" />
      <Card aria-live="polite" className="mt-4 grid justify-items-start gap-4 p-5">
        {(state.kind === 'asking' || state.kind === 'working') && (
          <>
            <p>Do you want to get no more mails about unread notifications?</p>
            <Button busy={state.kind === 'working'} onClick={() => void end()} variant="primary">
              Unsubscribe
            </Button>
          </>
        )}
        {state.kind === 'done' && (
          <>
            <p>You are unsubscribed. Your notifications are still on the site.</p>
            {settings}
          </>
        )}
        {state.kind === 'failed' && (
          <>
            <p>{state.detail}</p>
            <Button onClick={() => void end()}>Try again</Button>
            {settings}
          </>
        )}
      </Card>
    </Page>
  );
}
