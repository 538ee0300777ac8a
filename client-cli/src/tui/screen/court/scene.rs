//! The court's scene of a view: the ground, where the player would come to, and the edges of the screen.

use chowk_protocol::{Place, Stage};
use ratatui::{buffer::Buffer, layout::Rect};

use super::super::Screen;
use crate::client::Client;
use crate::play::court::ground::COURT;
use crate::play::court::{Sight, letters};
use crate::tui::court::{self, CourtScene, Ground, PanelLine, Reach};
use crate::tui::scene::{Said, Scene, Tone};

impl Screen {
    /// Draws the table of four stones while a set runs, or the court after it.
    pub(in crate::tui::screen) fn draw_court(
        &self,
        scene: &Scene,
        client: &Client,
        now: u64,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let scene = self.court_scene(scene, client, now);
        court::draw(&scene, self.paint, area, buffer);
    }

    fn court_scene(&self, edges: &Scene, client: &Client, now: u64) -> CourtScene {
        let mut scene = CourtScene {
            title: edges.title.clone(),
            corner: edges.corner.clone(),
            ground: Ground::default(),
            panel: Vec::new(),
            log: edges.log.clone(),
            banner: edges.banner.clone(),
            keys: self.court_keys(client),
        };
        let (Some(view), Some(sight)) = (&self.view, self.sight(client)) else {
            return scene;
        };
        let letters = letters::of(view);
        scene.ground = court::ground(&sight, &letters, |chair| self.shown_at(&sight, chair, now));
        scene.ground.ghost = self.ghost(&sight, client);
        scene.panel = self.court_panel(view, &sight, &letters, client, now);
        if let Some(film) = &self.court.film {
            let mut ground = court::ground(&sight, &letters, |chair| film.place(chair, now));
            let patwar = film.patwar();
            for body in &mut ground.bodies {
                body.chases = Some(body.seat) == patwar;
            }
            // Whose boxes and arms they were is another innings' matter by now.
            ground.homes.clear();
            ground.named = None;
            ground.stones = 0;
            ground.reach = patwar.and_then(|patwar| film.place(patwar, now)).map(|at| Reach {
                at,
                radius: sight.court.reach,
                void: false,
            });
            scene.ground = ground;
            let words = film.words(&self.names, now).into_iter();
            let mut words = words.map(|text| self.plain_marks(&text));
            let head = words.next().map(|text| PanelLine::Words(Said::new(text, Tone::Mine)));
            let rest = words.map(|text| PanelLine::Words(Said::new(text, Tone::Warning)));
            let section: Vec<PanelLine> = head.into_iter().chain(rest).collect();
            scene.panel.insert(0, section);
        }
        if view.stage == Stage::Ended {
            scene.panel.push(vec![PanelLine::Words(Said::new(
                "The set has ended. b: the numbers, a: play again.",
                Tone::Good,
            ))]);
        }
        scene
    }

    /// Where a runner would come to if he answered the open step now. A patwar slides along lines: that is not foretold.
    fn ghost(&self, sight: &Sight<'_>, client: &Client) -> Option<Place> {
        let (step, me) = (sight.step?, sight.my_runner()?);
        if !client.step_waits() || me.rooted_until > sight.tick() {
            return None;
        }
        let (dx, dy) = self.court.aim.as_seen(sight);
        if (dx, dy) == (0, 0) {
            return None;
        }
        let [x, y] = sight.my_place()?;
        let (dx, dy) = (f64::from(dx), f64::from(dy));
        let length = dx.hypot(dy).max(127.0);
        let way = f64::from(sight.my_speed()) * f64::from(step) / length;
        let come = |at: i32, d: f64| (f64::from(at) + d * way).clamp(0.0, f64::from(COURT)) as i32;
        Some([come(x, dx), come(y, dy)])
    }
}
