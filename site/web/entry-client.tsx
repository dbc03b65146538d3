import '#platform/web/styles/main.css';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { fetchTransport, makeCall } from '#platform/web/lib/call.ts';
import { markNavigation } from '#platform/web/lib/socket/socket.ts';
import { makeRouter } from './router.tsx';

const router = makeRouter(makeCall(fetchTransport));
// The first page of a tab comes from nowhere.
router.subscribe('onBeforeNavigate', ({ fromLocation }) => fromLocation && markNavigation());

// As a transition React works in slices of some milliseconds: presses and scrolling need not wait for the whole page.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
    // A page that the browser draws differently than the server is a defect: said aloud, so that tests fail on it.
    { onRecoverableError: (error) => console.error('hydration:', error) },
  );
});
if (window.earlyActions) window.earlyActions.listens = true;
