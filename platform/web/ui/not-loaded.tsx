import type { UseQueryResult } from '@tanstack/react-query';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx';

/** In the place of what a query has not brought yet: its skeleton; or what failed, and Retry. */
export function NotLoaded({
  query,
  label,
  rows,
}: {
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
  /** What is missing, as it begins a sentence: "The overview". */
  label: string;
  /** Of the skeleton. */
  rows: number;
}) {
  const { error } = query;
  if (!error) return <ListSkeleton label={`Loading ${label[0]!.toLowerCase()}${label.slice(1)}`} rows={rows} />;
  return (
    <ErrorState
      busy={query.isFetching}
      error={error}
      onRetry={() => void query.refetch()}
      title={`${label} could not be loaded.`}
    />
  );
}
