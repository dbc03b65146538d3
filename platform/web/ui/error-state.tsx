import { RotateCcw } from 'lucide-react';
import { CallError } from '#platform/web/lib/call.ts';
import { Button } from './controls/button.tsx';
import { FlatLine } from './graphics/flat-line.tsx';

/** Props of {@link ErrorState}. */
export interface ErrorStateProps {
  /** What failed: "The forum could not be loaded." */
  title: string;
  /** Why, or what to do. Without it, what the server said about the error. */
  description?: string | undefined;
  /** What was thrown. */
  error?: unknown;
  onRetry?: (() => void) | undefined;
  busy?: boolean | undefined;
  /** For a part of a page that failed while the rest stands. */
  compact?: boolean | undefined;
}

/** Something failed: what, and Retry. */
export function ErrorState({ title, error, onRetry, busy, compact, ...props }: ErrorStateProps) {
  const description = props.description ?? (error instanceof CallError ? error.detail : undefined);
  const retry = onRetry && (
    <Button
      busy={busy}
      icon={<RotateCcw aria-hidden="true" size={16} />}
      onClick={onRetry}
      size={compact ? 'sm' : 'md'}
    >
      Retry
    </Button>
  );
  if (compact) {
    return (
      <div
        className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-danger/40 bg-danger-wash px-4 py-3"
        role="alert"
      >
        <p>
          <strong className="font-bold">{title}</strong>{' '}
          {description && <span className="text-soft">{description}</span>}
        </p>
        {retry}
      </div>
    );
  }
  return (
    <div className="grid justify-items-center gap-4 px-4 py-12 text-center" role="alert">
      <FlatLine cut />
      <div className="grid justify-items-center gap-1">
        <p className="heading max-w-96 text-lg">{title}</p>
        {description && <p className="max-w-96 text-soft">{description}</p>}
      </div>
      {retry}
    </div>
  );
}
