// What pip is to install: what the user says, else the wheel that came along, else the release of the same version.

export function requirement(setting: string, bundled: readonly string[], version: string): string {
  if (setting) return setting;
  const wheels = bundled.filter((file) => file.endsWith(".whl")).sort();
  return wheels.at(-1) ?? `ctx-lsp==${version}`;
}
