import './styles/main.css';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { fetchTransport, makeCall } from './lib/call.ts';
import { makeRouter } from './router.tsx';

hydrateRoot(
  document,
  <StrictMode>
    <RouterClient router={makeRouter(makeCall(fetchTransport))} />
  </StrictMode>,
  // A page that the browser draws differently than the server is a defect: said aloud, so that tests fail on it.
  { onRecoverableError: (error) => console.error('hydration:', error) },
);
