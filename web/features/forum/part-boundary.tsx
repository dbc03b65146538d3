import { Component, type ReactNode, Suspense } from 'react';
import { ErrorState } from '#web/ui/error-state.tsx';
import { EditorSkeleton } from './editor-skeleton.tsx';

/** A form whose code is loaded late: its skeleton meanwhile, and when the code cannot be had, a way to try again. */
export class PartBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (this.state.failed) {
      return (
        <ErrorState
          compact
          description="What you wrote is kept."
          // A module that failed to load stays failed until the page is loaded anew.
          onRetry={() => location.reload()}
          title="The editor could not be loaded."
        />
      );
    }
    return <Suspense fallback={<EditorSkeleton />}>{this.props.children}</Suspense>;
  }
}
