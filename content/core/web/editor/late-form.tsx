import type { ComponentType } from 'react';
import { type LatePart, latePart } from '#platform/web/ui/late-part.tsx';
import { EditorSkeleton } from './editor-skeleton.tsx';

/** A form with the editor, whose code is loaded lazily: a skeleton is shown meanwhile. */
export function lateForm<P extends object>(
  kind: 'composer' | 'post' | 'reply',
  fetchPart: () => Promise<{ default: ComponentType<P> }>,
): LatePart<P> {
  return latePart(fetchPart, {
    name: 'The editor',
    notice: 'place',
    reassurance: 'What you wrote is kept.',
    waiting: () => <EditorSkeleton kind={kind} />,
  });
}
