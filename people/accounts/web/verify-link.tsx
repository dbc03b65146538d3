import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '#platform/web/lib/api.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { Spinner } from '#platform/web/ui/graphics/spinner.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { useAuth } from './auth-context.tsx';

const verified = 'Email verified';

/**
 * Uses a mailed verification link, once, as soon as the page is open. The link of a sign-up signs in; who is signed in
 * then goes on to the welcome, after a change of the address to the home page.
 */
export function VerifyLink({ token, onSecondFactor }: { token: string; onSecondFactor: () => void }) {
  const call = useCall();
  const navigate = useNavigate();
  const { announce, viewer } = useAuth();
  const hasSession = viewer !== null;
  const [state, setState] = useState<
    { kind: 'working' } | { kind: 'done'; email: string } | { kind: 'failed'; title: string; detail: string }
  >({ kind: 'working' });
  const used = useRef(false);
  useEffect(() => {
    if (used.current) return;
    used.current = true;
    call('POST /auth/verify', { body: { token } }).then(
      async ({ email, session }) => {
        if (session === 'two_factor') {
          onSecondFactor();
          return;
        }
        await announce(session === 'opened' ? 'signed in' : 'user updated');
        if (session !== 'opened' && !hasSession) return setState({ kind: 'done', email });
        toast({ title: verified, description: `${email} is confirmed. You are signed in.`, kind: 'success' });
        await navigate({ to: session === 'opened' ? '/welcome' : '/' });
      },
      (error: unknown) =>
        setState(
          error instanceof CallError
            ? {
                kind: 'failed',
                title: error.code === 'already_verified' ? error.title : 'This did not work',
                detail: error.detail,
              }
            : { kind: 'failed', title: 'This did not work', detail: 'Please try again.' },
        ),
    );
  }, [announce, call, hasSession, navigate, onSecondFactor, token]);

  return (
    <div aria-live="polite" className="grid justify-items-center gap-4 py-6 text-center">
      {state.kind === 'working' && (
        <p className="flex items-center gap-3 text-soft">
          <Spinner /> Verifying…
        </p>
      )}
      {state.kind === 'done' && (
        <>
          <h2 className="heading text-lg">{verified}</h2>
          <p className="text-soft">{state.email} is confirmed.</p>
          <ButtonLink to="/auth" variant="primary">
            Sign In
          </ButtonLink>
        </>
      )}
      {state.kind === 'failed' && (
        <>
          <h2 className="heading text-lg">{state.title}</h2>
          <p className="text-soft">{state.detail}</p>
          <ButtonLink to={viewer ? '/settings' : '/auth'}>{viewer ? 'Settings' : 'Sign In'}</ButtonLink>
        </>
      )}
    </div>
  );
}
