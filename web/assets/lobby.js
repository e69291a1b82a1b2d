// The games of this server, as a list. The key of the host stands behind the # of the address.
const key = new URLSearchParams(location.hash.slice(1)).get("key") ?? "";
const state = document.getElementById("state");

try {
  const answer = await fetch("/api/games", { headers: { Authorization: `Bearer ${key}` } });
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error);
  state.textContent = `${body.games.length} games are served here.`;
  for (const game of body.games) {
    const item = document.createElement("li");
    item.textContent = game.title;
    document.getElementById("games").append(item);
  }
} catch (error) {
  state.textContent = `The games cannot be listed: ${error.message}`;
}
