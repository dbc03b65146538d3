/** Where a comment that is being written is kept. */
export const commentDraft = (uploadId: string, viewerId: string): string => `upload:${uploadId}:${viewerId}`;
