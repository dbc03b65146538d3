import { Check, type LucideIcon, Wrench } from 'lucide-react';
import type { TimedComment } from '#features/feed/contract/endpoints.ts';

/** The marks that an author gives to timed comments: each with its own icon, so that no colour is needed. */
export const marks = {
  needs_work: { label: 'Needs work', icon: Wrench, tone: 'text-accent-text' },
  resolved: { label: 'Resolved', icon: Check, tone: 'text-ok' },
} as const satisfies Record<NonNullable<TimedComment['mark']>, { label: string; icon: LucideIcon; tone: string }>;
