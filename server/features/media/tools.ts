/** The one place where this feature meets the programs that examine files. */
export { type AudioResult, processAudio } from '#server/platform/media/audio.ts';
export { detectType } from '#server/platform/media/detect.ts';
export { MediaUnreadable, NoDecoder } from '#server/platform/media/errors.ts';
export { type ImageResult, processImage } from '#server/platform/media/image.ts';
export { type VideoResult, processVideo } from '#server/platform/media/video.ts';
