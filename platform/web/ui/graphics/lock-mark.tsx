import { Lock } from 'lucide-react';

/** Beside a title: its text stands behind an unlock. */
export function LockMark() {
  return <Lock aria-label="Locked" className="mt-[0.3em] shrink-0 text-accent-text" role="img" size={14} />;
}
