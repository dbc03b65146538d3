import { useState } from 'react';
import { serverAnswers } from '#platform/web/lib/server-answers.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { Page } from '#platform/web/ui/page.tsx';

/** A page that broke, or whose code or data could not be had: what failed, Retry, and the way home. */
export function ErrorPage() {
  const [state, setState] = useState<'broken' | 'asking' | 'no answer'>('broken');
  const retry = async () => {
    setState('asking');
    // A fresh page gets past code that the browser remembers as failed; without a network there would be none.
    if (await serverAnswers()) location.reload();
    else setState('no answer');
  };
  return (
    <Page width="narrow">
      <h1 className="sr-only">Error</h1>
      <ErrorState
        busy={state === 'asking'}
        description={
          state === 'no answer'
            ? 'The site does not answer. Check your connection, then try again.'
            : 'Something failed on the way. What you wrote is kept.'
        }
        onRetry={() => void retry()}
        title="This page could not be shown."
      />
      <p className="text-center">
        <AppLink className="link" to="/">
          Home
        </AppLink>
      </p>
    </Page>
  );
}
