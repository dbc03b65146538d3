import type { CaptionLanguage } from '#platform/contract/caption-limits.ts';
import type { MediaFile } from '#content/media/contract/endpoints.ts';

/** Captions of a video in one language. */
export interface CaptionTrack {
  readonly language: CaptionLanguage;
  readonly url: string;
}

const prefix = 'captions-';

/** The captions that a video has. */
export const captionsOf = (file: Pick<MediaFile, 'renditions'>): CaptionTrack[] =>
  file.renditions.flatMap(({ name, url }) =>
    name.startsWith(prefix) ? [{ language: name.slice(prefix.length) as CaptionLanguage, url }] : [],
  );

/** A language's name in English, such as `German`. In the browser alone: two machines may name one differently. */
export const languageName = (language: CaptionLanguage): string =>
  new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language;
