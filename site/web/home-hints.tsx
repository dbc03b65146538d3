import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ComponentType, Suspense, lazy } from 'react';
import type { Reply } from '#site/contract/contract.ts';
import type { Viewer } from '#people/accounts/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import type { Call } from '#platform/web/lib/call.ts';

interface Hints {
  readonly ChecklistHint: ComponentType<{ list: Reply<'GET /staff/checklist'> }>;
  readonly NewcomerHint: ComponentType<{ hint: Reply<'GET /welcome/hint'> }>;
}

/** What a new member has before them. */
export const newcomerHintQuery = (call: Call) =>
  queryOptions({ queryKey: ['welcome', 'hint'], queryFn: () => call('GET /welcome/hint') });

/** What an admin has to set up yet: the cache entry of `checklistQuery`, whose file is one more for every reader. */
export const checklistHintQuery = (call: Call) =>
  queryOptions({ queryKey: ['staff', 'checklist'], queryFn: ({ signal }) => call('GET /staff/checklist', { signal }) });

/** Few readers of the home page have one: the browser loads their code only then. */
const hints: { at: Hints } = {
  at: {
    ChecklistHint: lazy(async () => ({
      default: (await import('#features/staff/web/site/checklist-hint.tsx')).ChecklistHint,
    })),
    NewcomerHint: lazy(async () => ({
      default: (await import('#features/welcome/web/newcomer-hint.tsx')).NewcomerHint,
    })),
  },
};

/** The server renders them at once: it has their code from its start. */
export function renderHintsAtOnce(own: Hints): void {
  hints.at = own;
}

/** What an admin, or a new member, has to do yet. */
export function HomeHint({ viewer }: { viewer: Viewer | null }) {
  const call = useCall();
  const isAdmin = viewer?.isAdmin ?? false;
  const { data: list } = useQuery({ ...checklistHintQuery(call), enabled: isAdmin });
  const { data: hint } = useQuery({ ...newcomerHintQuery(call), enabled: !isAdmin && (viewer?.isNew ?? false) });
  const hasHint = hint && (hint.introduction !== null || hint.stepsLeft > 0);
  if (isAdmin ? !list?.isShown : !hasHint) return null;
  return (
    <Suspense>
      {isAdmin ? list && <hints.at.ChecklistHint list={list} /> : hint && <hints.at.NewcomerHint hint={hint} />}
    </Suspense>
  );
}
