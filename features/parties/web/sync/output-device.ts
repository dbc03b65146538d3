/** The audio output device of this page. */
export interface OutputDevice {
  /** The same for one output in every visit; `default` where the browser does not distinguish outputs. */
  readonly key: string;
  /** Its name; empty where the browser does not say. */
  readonly label: string;
}

/** An output that the browser does not name: before a microphone was allowed, most do not. */
export const unknownOutput: OutputDevice = { key: 'default', label: '' };

type Listed = Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'groupId' | 'label'>;

/**
 * The output in use among the devices that a browser lists. Its entry `default` stands for another one of the list; a
 * browser without such an entry has the one in use first.
 */
export function outputIn(devices: readonly Listed[]): OutputDevice {
  const outputs = devices.filter(({ kind, deviceId }) => kind === 'audiooutput' && deviceId !== '');
  const standard = outputs.find(({ deviceId }) => deviceId === 'default');
  const others = outputs.filter(({ deviceId }) => deviceId !== 'default' && deviceId !== 'communications');
  const used = standard
    ? (others.find(({ groupId }) => groupId !== '' && groupId === standard.groupId) ?? standard)
    : others[0];
  if (!used) return unknownOutput;
  const key = used === standard ? used.groupId || unknownOutput.key : used.deviceId;
  return { key, label: used.label };
}

/** Calls a listener with the output in use, now and whenever it changes. @returns what stops it */
export function followOutput(listener: (device: OutputDevice) => void): () => void {
  // Pages without encryption have none.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  let isOver = false;
  const read = (): void =>
    void devices?.enumerateDevices().then(
      (all) => {
        if (!isOver) listener(outputIn(all));
      },
      () => {},
    );
  read();
  devices?.addEventListener('devicechange', read);
  return () => {
    isOver = true;
    devices?.removeEventListener('devicechange', read);
  };
}
