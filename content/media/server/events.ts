import { defineEvent } from '#platform/server/events/event.ts';

/** The processing of a claimed file has come to its end: the content that has it, and the file. */
export const fileProcessed = defineEvent<{ readonly kind: string; readonly id: string; readonly fileId: string }>(
  'file.processed',
);

/** Tempo and key of the sounds of a claimed file are known: the content that has it. */
export const soundsAnalysed = defineEvent<{ readonly kind: string; readonly id: string }>('file.sounds-analysed');
