import { useState } from 'react';
import type { MediaFile } from '#content/media/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';

/** What posted pictures show, while their post is edited. */
export interface AltTexts {
  readonly of: (file: MediaFile) => string;
  readonly set: (file: MediaFile, altText: string) => void;
  /** Stores what was changed. @throws {CallError} */
  readonly save: () => Promise<void>;
}

/** Changes to what posted pictures show, stored together with the form that they stand in. */
export function useAltTexts(files: readonly MediaFile[]): AltTexts {
  const call = useCall();
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  return {
    of: (file) => texts[file.id] ?? file.altText,
    set: (file, altText) => setTexts({ ...texts, [file.id]: altText }),
    async save() {
      for (const { id, altText } of files) {
        const changed = texts[id]?.trim();
        if (changed === undefined || changed === altText) continue;
        await call('PUT /files/:fileId/alternative-text', { params: { fileId: id }, body: { altText: changed } });
      }
    },
  };
}
