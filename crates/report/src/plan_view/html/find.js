const box = document.getElementById("find");
const parts = [...document.querySelectorAll("section > details")];
box.hidden = false;
box.addEventListener("input", () => {
  const word = box.value.trim().toLowerCase();
  for (const part of parts) part.hidden = !part.textContent.toLowerCase().includes(word);
});
