// What pip is to install: what the user says, else the wheel that came along, else the release of the same version. The
// latter two with the packages for agents, because agent mode is offered them.

export function requirement(setting: string, bundled: readonly string[], version: string): string {
  if (setting) return setting;
  const wheels = bundled.filter((file) => file.endsWith(".whl")).sort();
  const wheel = wheels.at(-1);
  return wheel ? `${wheel}[mcp]` : `ctx-lsp[mcp]==${version}`;
}
